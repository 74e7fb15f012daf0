import ExampleTerminal
import Puredux
import TodoModel

/// One item, with its note.
@MainActor
final class DetailScreen: Screen {
  let store: TodoScreenStore
  let makePage: @Sendable (TodoState, TodoDraft?) -> Page
  private let id: TodoItem.ID

  init(_ id: TodoItem.ID, _ root: TodoStore) {
    self.id = id
    store = root.screen()
    makePage = { Self.page(id, $0, $1) }
  }

  nonisolated private static func page(_ id: TodoItem.ID, _ state: TodoState, _ draft: TodoDraft?) -> Page {
    guard let item = state.list[id] else {
      return Page(header: [ScreenRow("This item was removed.")], footer: ScreenRow("u undo  esc back", .dim))
    }
    return Page(
      header: [
        ScreenRow("Details", [.bold, .cyan]), .empty, ScreenRow(item.text, .bold),
        item.isDone ? ScreenRow("Done", .green) : ScreenRow("Open"), .empty, ScreenRow("Note: \(item.note)"),
      ],
      input: draft.map { Page.LabeledInput(label: "Note: ", line: $0.line) },
      footer: ScreenRow(draft == nil ? "n note  space done  u undo  r redo  esc back" : "enter save  esc cancel", .dim)
    )
  }

  func press(_ key: KeyPress) -> NextStep {
    switch key {
    case .character("n"): startTyping(TodoDraft(purpose: .note(id), text: store.state.0.list[id]?.note ?? ""))
    case .character(" "): store.dispatch(.toggle(id))
    case .character("u"): store.dispatch(.undo)
    case .character("r"), .control("r"): store.dispatch(.redo)
    case .escape, .character("q"): return .back
    default: break
    }
    return .stay
  }
}
