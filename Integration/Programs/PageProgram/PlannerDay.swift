/// The actions of a user of the planner, the same in each run.
struct PlannerDay {
  /// The store to which an action is sent.
  enum Part: Sendable { case app, todos, chat, downloads }

  private static let titles = ["Buy milk", "Call Ada", "Book a table for four", "Water the plants", "Write the report"]
  private var seed: UInt64 = 7
  private var count = 0

  /// A number below `limit`.
  private mutating func number(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % limit
  }

  /// The actions of the user's next step.
  mutating func next() -> (part: Part, actions: [Planner.Action]) {
    count += 1
    switch number(below: 6) {
    case 0, 1: return (.todos, [.addTodo(id: count, title: Self.titles[number(below: 5)])])
    case 2: return (.todos, [.toggleTodo(id: count - number(below: 30))])
    case 3: return (.app, [.setFilter([.all, .open, .done][number(below: 3)])])
    case 4:
      let text = "Hello, is anybody there?".prefix(4 + number(below: 12))
      return (.chat, text.indices.map { .edit(String(text[...$0])) } + [.sendDraft])
    default: return (.downloads, [.startDownload(file: "file-\(count % 20)")])
    }
  }
}
