import Foundation
import Puredux
import PureduxPersistence

/// The screens in a terminal, one above another.
@MainActor
final class TodoApplication {
  private let terminal: Terminal
  private let store: StateStore<TodoState, TodoAction>
  /// Nil where the list is not kept.
  private let keeping: Persistence?
  private var screens: [any Screen] = []
  private var isEnding = false

  init(_ terminal: Terminal, _ store: StateStore<TodoState, TodoAction>, _ keeping: Persistence?) {
    self.terminal = terminal
    self.store = store
    self.keeping = keeping
  }

  func start() {
    store.dispatch(.resize(terminal.currentSize))
    terminal.begin(
      onKeys: { [self] keys in for key in keys { press(key) } },
      onResize: { [store] size in store.dispatch(.resize(size)) },
      onSignal: { [self] in end(status: 130) })
    open(ListScreen(store))
  }

  /// Shows what the user must know, as it comes.
  func tell(_ messages: AsyncStream<String>) {
    Task { for await message in messages { store.dispatch(.tell(message)) } }
  }

  private func open(_ screen: any Screen) {
    screens.append(screen)
    terminal.turn(to: screen)
    screen.draw(on: terminal)
  }

  private func press(_ key: Key) {
    guard !isEnding, let screen = screens.last else { return }
    switch screen.handle(key) {
    case .stay: break
    case .open(let next): open(next)
    case .back:
      terminal.forget(screens.removeLast())
      if let below = screens.last { terminal.turn(to: below) }
    case .quit: end(status: key == .interrupt ? 130 : 0)
    }
  }

  /// Ends the program once the list is kept.
  private func end(status: Int32) {
    guard !isEnding else { return }
    isEnding = true
    Task {
      let isKept = await keeping?.flush() ?? true
      terminal.end()
      if isKept { exit(status) }
      Todo.fail("The list could not be kept.", status: 74)
    }
  }
}
