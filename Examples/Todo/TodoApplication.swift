import Foundation
import Puredux

/// The screens in a terminal, one above another.
@MainActor
final class TodoApplication {
  private let terminal: Terminal
  private let store: StateStore<TodoState, TodoAction>
  private var screens: [any Screen] = []

  init(_ terminal: Terminal, _ store: StateStore<TodoState, TodoAction>) {
    self.terminal = terminal
    self.store = store
  }

  func start() {
    store.dispatch(.resize(terminal.currentSize))
    terminal.begin(
      onKeys: { [self] keys in keys.forEach(press) },
      onResize: { [store] size in store.dispatch(.resize(size)) },
      onSignal: { [self] in end(status: 130) })
    open(ListScreen(store))
  }

  private func open(_ screen: any Screen) {
    screens.append(screen)
    terminal.turn(to: screen)
    screen.draw(on: terminal)
  }

  private func press(_ key: Key) {
    guard let screen = screens.last else { return }
    switch screen.handle(key) {
    case .stay: break
    case .open(let next): open(next)
    case .back:
      terminal.forget(screens.removeLast())
      if let below = screens.last { terminal.turn(to: below) }
    case .quit: end(status: key == .interrupt ? 130 : 0)
    }
  }

  private func end(status: Int32) {
    terminal.end()
    exit(status)
  }
}
