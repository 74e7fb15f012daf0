import PureduxInspector

/// Invents what happens to a planner, the same in each run.
struct PlannerDay {
  typealias Step = (kind: InspectedEvent.Kind, store: UInt64, action: Planner.Action?, work: InspectedEvent.Work?)

  /// The steps of one thing that a user does. Each of them is caused by the one before it where `isCaused` says so.
  struct Deed {
    var steps: [Step]
    var isCaused: Bool
  }

  private static let titles = ["Buy milk", "Call Ada", "Book a table for four", "Water the plants", "Write the report"]
  private var seed: UInt64 = 7
  private var count = 0

  /// A number below `limit`.
  mutating func number(below limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % limit
  }

  mutating func nextDeed() -> Deed {
    count += 1
    switch number(below: 6) {
    case 0, 1:
      return Deed(steps: [action(1, .addTodo(id: count, title: Self.titles[number(below: 5)]))], isCaused: false)
    case 2: return Deed(steps: [action(1, .toggleTodo(id: count - number(below: 30)))], isCaused: false)
    case 3: return Deed(steps: [action(0, .setFilter([.all, .open, .done][number(below: 3)]))], isCaused: false)
    case 4:
      let text = "Hello, is anybody there?".prefix(4 + number(below: 12))
      let edits = text.indices.map { action(2, .edit(String(text[...$0]))) }
      return Deed(steps: edits + [action(2, .sendDraft)], isCaused: false)
    default: return download()
    }
  }

  private mutating func download() -> Deed {
    let file = "file-\(count % 20)"
    var work = InspectedEvent.Work(name: "download \(file)", run: UInt64(count), attempt: 1 + number(below: 2))
    let progress = (1...4).map { action(3, .progress(file: file, fraction: Double($0) / 4)) }
    let start: Step = (.workStarted, 4, nil, work)
    let end: InspectedEvent.Kind = [.workEnded, .workEnded, .workFailed, .workCancelled][number(below: 4)]
    if end == .workFailed {
      work = InspectedEvent.Work(name: "download \(file)", run: UInt64(count), error: "no network")
    }
    return Deed(
      steps: [action(3, .startDownload(file: file)), start] + progress + [(end, 4, nil, work)], isCaused: true)
  }

  private func action(_ store: UInt64, _ action: Planner.Action) -> Step { (.action, store, action, nil) }
}
