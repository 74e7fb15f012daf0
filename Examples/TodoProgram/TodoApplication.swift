import ExampleTerminal
import Foundation
import Puredux
import PureduxPersistence
import TodoModel

/// A stack of screens in a terminal.
@MainActor
final class TodoApplication {
  private let session: TerminalSession
  private let store: TodoStore
  /// Nil if the list is not saved.
  private let persistence: Persistence?
  private var screens: [any Screen] = []
  /// The newest page of each screen.
  private var pages: [ObjectIdentifier: Page] = [:]

  init(_ session: TerminalSession, _ store: TodoStore, _ persistence: Persistence?) {
    self.session = session
    self.store = store
    self.persistence = persistence
  }

  /// Shows these messages as they arrive.
  func show(_ messages: AsyncStream<String>) {
    Task { for await message in messages { store.dispatch(.showMessage(message)) } }
  }

  /// Handles keys until a key or a signal ends the program.
  func run() async -> Never {
    open(ListScreen(store))
    for await event in session.events {
      switch event {
      case .key(let key): if let status = press(key) { await end(status) }
      case .paste(let text): screens.last?.paste(text)
      case .redraw: showTop()
      case .end(let reason): await end(reason.exitStatus)
      }
    }
    await end(0)
  }

  /// Handles a key; returns the exit status if the key ends the program.
  private func press(_ key: KeyPress) -> Int32? {
    guard let screen = screens.last else { return nil }
    switch screen.handle(key) {
    case .stay: break
    case .open(let next): open(next)
    case .back:
      pages[ObjectIdentifier(screens.removeLast())] = nil
      showTop()
    case .quit: return 0
    }
    return nil
  }

  private func open(_ screen: any Screen) {
    screens.append(screen)
    screen.observe { [weak self] page, screen in
      guard let self else { return }
      pages[ObjectIdentifier(screen)] = page
      showTop()
    }
  }

  private func showTop() {
    guard let screen = screens.last, let page = pages[ObjectIdentifier(screen)] else { return }
    session.show(page.rows(session.size))
  }

  /// Ends the program after the list is saved.
  private func end(_ status: Int32) async -> Never {
    let isKept = await persistence?.flush() ?? true
    session.close()
    if isKept { exit(status) }
    TodoProgram.fail("The list could not be saved.", status: EX_IOERR)
  }
}
