import Puredux

/// One thing to do, with its note.
@MainActor
final class DetailScreen: Screen {
  let store: ScreenStore
  let makeRows: @Sendable (TodoState, Line?) -> [Row] = DetailScreen.rows
  private let id: Item.ID

  init(_ id: Item.ID, _ root: StateStore<TodoState, TodoAction>) {
    self.id = id
    store = root.screen()
  }

  nonisolated static func rows(_ state: TodoState, _ line: Line?) -> [Row] {
    guard let item = state.selected else { return [Row("Gone. escape back")] }
    return [
      Row("Details"), Row(), Row(item.text), Row(item.isDone ? "done" : "open"), Row(),
      Row("Note: \(line.map { $0.text + "_" } ?? item.note)"), Row(),
      Row(line == nil ? "n note  space toggle  u undo  escape back" : "enter keep  escape give up"),
    ]
  }

  func press(_ key: Key) -> Next {
    switch key {
    case .character("n"):
      type(Line(purpose: .note(id), text: store.state.0.selected?.note ?? ""))
    case .character(" "): store.dispatch(.toggle(id))
    case .character("u"): store.dispatch(.undo)
    case .escape, .character("q"): return .back
    default: break
    }
    return .stay
  }
}
