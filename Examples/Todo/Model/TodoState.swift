/// What the whole application knows.
struct TodoState: Sendable {
  enum Filter: String, Sendable, CaseIterable {
    case all, open, done
  }

  var size = Size(columns: 80, rows: 24)
  private(set) var items: [Item]
  private(set) var filter = Filter.all
  /// The row that is marked, among those that the filter shows.
  private(set) var selection = 0
  private var nextID: Int
  /// The items before each change, for undo.
  private var past: [[Item]] = []

  init(texts: [String]) {
    items = texts.enumerated().map { Item(id: $0.offset, text: $0.element) }
    nextID = texts.count
  }

  var shown: [Item] {
    items.filter { item in filter == .all || (filter == .done) == item.isDone }
  }

  var selected: Item? { shown.indices.contains(selection) ? shown[selection] : nil }

  mutating func reduce(_ action: TodoAction) {
    switch action {
    case .resize(let size): self.size = size
    case .select(let distance): selection += distance
    case .filter: filter = Filter.allCases[(Filter.allCases.firstIndex(of: filter)! + 1) % Filter.allCases.count]
    case .add(let text):
      let item = Item(id: nextID, text: text)
      change { $0.append(item) }
      nextID += 1
      selection = shown.count - 1
    case .edit(let id, let text): change(id) { $0.text = text }
    case .note(let id, let note): change(id) { $0.note = note }
    case .toggle(let id): change(id) { $0.isDone.toggle() }
    case .remove(let id): change { $0.removeAll { $0.id == id } }
    case .undo: if let before = past.popLast() { items = before }
    case .edited: break
    }
    selection = max(0, min(selection, shown.count - 1))
  }

  private mutating func change(_ id: Item.ID, _ change: (inout Item) -> Void) {
    self.change { items in items.firstIndex { $0.id == id }.map { change(&items[$0]) } }
  }

  private mutating func change(_ change: (inout [Item]) -> Void) {
    past.append(items)
    change(&items)
  }
}
