/// What the whole application knows.
struct TodoState: Sendable {
  enum Filter: String, Sendable, CaseIterable {
    case all, open, done
  }

  var size = Size(columns: 80, rows: 24)
  var list = TodoList(texts: ["Buy milk", "Write the report", "Call Ada"])
  private(set) var filter = Filter.all
  /// The row that is marked, among those that the filter shows.
  private(set) var selection = 0
  /// What the user must know.
  private(set) var message = ""
  /// The lists before each change, for undo.
  private var past: [TodoList] = []

  var shown: [Item] {
    list.items.filter { item in filter == .all || (filter == .done) == item.isDone }
  }

  var selected: Item? { shown.indices.contains(selection) ? shown[selection] : nil }

  mutating func reduce(_ action: TodoAction) {
    if case .resize = action {} else { message = "" }
    switch action {
    case .resize(let size): self.size = size
    case .select(let distance): selection += distance
    case .filter: filter = Filter.allCases[(Filter.allCases.firstIndex(of: filter)! + 1) % Filter.allCases.count]
    case .add(let text):
      change { $0.add(text) }
      selection = shown.count - 1
    case .edit(let id, let text): change { $0.change(id) { $0.text = text } }
    case .note(let id, let note): change { $0.change(id) { $0.note = note } }
    case .toggle(let id): change { $0.change(id) { $0.isDone.toggle() } }
    case .remove(let id): change { $0.remove(id) }
    case .undo: if let before = past.popLast() { list = before }
    case .tell(let text): message = text
    case .edited: break
    }
    selection = max(0, min(selection, shown.count - 1))
  }

  private mutating func change(_ change: (inout TodoList) -> Void) {
    past.append(list)
    change(&list)
  }
}
