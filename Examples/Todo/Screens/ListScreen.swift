import Puredux

/// All things to do.
@MainActor
final class ListScreen: Screen {
  let store: ScreenStore
  let makeRows: @Sendable (TodoState, Line?) -> [Row] = ListScreen.rows
  private let root: StateStore<TodoState, TodoAction>

  init(_ root: StateStore<TodoState, TodoAction>) {
    self.root = root
    store = root.screen()
  }

  nonisolated static func rows(_ state: TodoState, _ line: Line?) -> [Row] {
    let height = max(1, state.size.rows - 4)
    let first = max(0, state.selection - height + 1)
    let items = state.shown.enumerated().dropFirst(first).prefix(height).map { index, item in
      Row(
        "[\(item.isDone ? "x" : " ")] \(item.text)\(item.note.isEmpty ? "" : " *")", isMarked: index == state.selection)
    }
    let (all, open) = (state.list.items.count, state.list.items.count { !$0.isDone })
    return [Row("Todo: \(open) open of \(all), showing \(state.filter.rawValue)"), Row(state.message)]
      + items
      + Array(repeating: Row(), count: height - items.count)
      + [Row(), footer(line)]
  }

  nonisolated private static func footer(_ line: Line?) -> Row {
    switch line?.purpose {
    case .add: Row("New: \(line?.text ?? "")_")
    case .edit, .note: Row("Edit: \(line?.text ?? "")_")
    case nil: Row("a add  e edit  space toggle  x remove  f filter  u undo  enter details  q quit")
    }
  }

  func press(_ key: Key) -> Next {
    let selected = store.state.0.selected
    switch (key, selected) {
    case (.up, _), (.character("k"), _): store.dispatch(.select(by: -1))
    case (.down, _), (.character("j"), _): store.dispatch(.select(by: 1))
    case (.character("f"), _): store.dispatch(.filter)
    case (.character("u"), _): store.dispatch(.undo)
    case (.character("a"), _): type(Line(purpose: .add))
    case (.character("e"), let item?): type(Line(purpose: .edit(item.id), text: item.text))
    case (.character(" "), let item?): store.dispatch(.toggle(item.id))
    case (.character("x"), let item?): store.dispatch(.remove(item.id))
    case (.enter, let item?): return .open(DetailScreen(item.id, root))
    case (.character("q"), _): return .quit
    default: break
    }
    return .stay
  }
}
