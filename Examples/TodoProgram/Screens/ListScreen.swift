import ExampleTerminal
import Puredux
import TodoModel

/// The whole list.
@MainActor
final class ListScreen: Screen {
  let store: TodoScreenStore
  let makePage: @Sendable (TodoState, TodoDraft?) -> Page = ListScreen.page
  private let root: TodoStore

  init(_ root: TodoStore) {
    self.root = root
    store = root.screen()
  }

  nonisolated static func page(_ state: TodoState, _ draft: TodoDraft?) -> Page {
    Page(
      header: [header(state), ScreenRow(state.message, .yellow)],
      items: items(state),
      selection: state.selected == nil ? nil : state.selection,
      input: draft.map { Page.LabeledInput(label: $0.purpose == .add ? "New: " : "Edit: ", line: $0.line) },
      footer: draft == nil
        ? ScreenRow(
          "↑↓ select  a add  e edit  space done  x remove  f filter  u undo  r redo  enter details  q quit",
          .dim)
        : ScreenRow("enter save  esc cancel", .dim))
  }

  nonisolated private static func header(_ state: TodoState) -> ScreenRow {
    let (all, open) = (state.list.items.count, state.list.openCount)
    return ScreenRow("Todo: ", [.bold, .cyan])
      + ScreenRow("\(open) open of \(all), showing \(state.query.filter.rawValue)")
  }

  /// The rows, or why there are none.
  nonisolated private static func items(_ state: TodoState) -> [ScreenRow] {
    let reason = state.query.emptyText(in: state.list)
    if reason.isEmpty { return state.shown.map(row) }
    return [ScreenRow(reason, .dim)] + (state.list.items.isEmpty ? [ScreenRow("Press a to add an item.", .dim)] : [])
  }

  nonisolated private static func row(_ item: TodoItem) -> ScreenRow {
    let mark = item.isDone ? ScreenRow("[x] ", .green) : ScreenRow("[ ] ")
    let note = item.note.isEmpty ? ScreenRow.empty : ScreenRow(" *", .yellow)
    return mark + ScreenRow(item.text, item.isDone ? .dim : []) + note
  }

  /// The list as plain text.
  nonisolated static func lines(_ state: TodoState) -> [String] {
    [header(state).text] + state.shown.map { row($0).text }
  }

  func press(_ key: KeyPress) -> NextStep {
    let selected = store.state.0.selected
    switch (key, selected) {
    case (.up, _), (.character("k"), _): store.dispatch(.select(by: -1))
    case (.down, _), (.character("j"), _): store.dispatch(.select(by: 1))
    case (.pageUp, _): store.dispatch(.select(by: -10))
    case (.pageDown, _): store.dispatch(.select(by: 10))
    case (.home, _): store.dispatch(.select(by: .min))
    case (.end, _): store.dispatch(.select(by: .max))
    case (.character("f"), _): store.dispatch(.nextFilter)
    case (.character("u"), _): store.dispatch(.undo)
    case (.character("r"), _), (.control("r"), _): store.dispatch(.redo)
    case (.character("a"), _): startTyping(TodoDraft(purpose: .add))
    case (.character("e"), let item?): startTyping(TodoDraft(purpose: .edit(item.id), text: item.text))
    case (.character(" "), let item?): store.dispatch(.toggle(item.id))
    case (.character("x"), let item?), (.delete, let item?): store.dispatch(.remove(item.id))
    case (.enter, let item?): return .open(DetailScreen(item.id, root))
    case (.character("q"), _): return .quit
    default: break
    }
    return .stay
  }
}
