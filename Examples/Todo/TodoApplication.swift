import ExampleTerminal
import Foundation
import Puredux
import PureduxPersistence
import TodoModel

/// The screens in a terminal, one above another.
@MainActor
final class TodoApplication {
  private let session: TerminalSession
  private let store: TodoStore
  /// Nil where the list is not kept.
  private let persistence: Persistence?
  private var screens: [any Screen] = []
  /// What each screen shows, or would show if it were on top.
  private var pages: [ObjectIdentifier: Page] = [:]

  init(_ session: TerminalSession, _ store: TodoStore, _ persistence: Persistence?) {
    self.session = session
    self.store = store
    self.persistence = persistence
  }

  /// Shows what the user must know, as it comes.
  func tell(_ messages: AsyncStream<String>) {
    Task { for await message in messages { store.dispatch(.tell(message)) } }
  }

  /// Does what keys say, until one of them, or a signal, ends the program.
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

  /// The status to end with, where the key ends the program.
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

  /// Ends the program once the list is kept.
  private func end(_ status: Int32) async -> Never {
    let isKept = await persistence?.flush() ?? true
    session.close()
    if isKept { exit(status) }
    Todo.fail("The list could not be kept.", status: EX_IOERR)
  }
}
