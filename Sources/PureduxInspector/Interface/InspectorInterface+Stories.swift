internal import PureduxRecording

extension InspectorInterface {
  /// `/api/story`: a test that repeats a store's events in a range.
  func story(_ parameters: RequestParameters) throws(RequestRefusal) -> JSON {
    let store = try storyStore(parameters)
    let first = max(program.firstEvent, try parameters.number("from") ?? program.firstEvent)
    let last = min(program.lastEvent, try parameters.number("to") ?? program.lastEvent)
    guard first <= last else { throw RequestRefusal(.notFound, "there are no events from \(first) to \(last)") }
    let making = parameters.query["making"] ?? "makeStore()"
    guard making.utf8.count <= 200, !making.contains(where: \.isNewline) else {
      throw RequestRefusal(.badRequest, "making must be one short expression")
    }
    var story = ProgramStory(of: store, in: program, first...last, making: making)
    guard !story.actions.isEmpty else {
      throw RequestRefusal(.notFound, "no action was dispatched to this store from event \(first) to \(last)")
    }
    guard story.actions.count <= ProgramStory.mostActions else {
      throw RequestRefusal(
        .badRequest,
        "a story has at most \(ProgramStory.mostActions) actions, and this one has \(story.actions.count): choose fewer events"
      )
    }
    let source = try computed { () throws(StateRefusal) in try story.write() }
    return [
      "store": .int(Int(store.id)), "from": .int(first), "to": .int(last), "actions": .int(story.actions.count),
      "partial": .bool(story.isPartial), "source": .string(source),
    ]
  }

  /// The store that the request names; the root store by default.
  private func storyStore(_ parameters: RequestParameters) throws(RequestRefusal) -> RecordedStore {
    let stores = program.stores
    let id = parameters.query["store"] == nil ? stores.first?.id : try parameters.requiredStore()
    guard let id, let store = stores.first(where: { $0.id == id }) else {
      throw RequestRefusal(.notFound, "there is no such store")
    }
    return store
  }
}

/// Writes a test that repeats one store's events in a range.
struct ProgramStory {
  static let mostActions = 1000

  private let program: any InspectedProgram
  private let store: RecordedStore
  private let range: ClosedRange<Int>
  /// The store of each event in the range, keyed by the event's number.
  private var storesOfEvents: [Int: UInt64] = [:]
  private(set) var actions: [RecordedEvent] = []
  private var hasOthers = false
  private var hasReplacement = false
  private var writer: StoryWriter

  init(of store: RecordedStore, in program: any InspectedProgram, _ range: ClosedRange<Int>, making: String) {
    (self.store, self.program, self.range) = (store, program, range)
    writer = StoryWriter(title: store.title, making: making)
    for event in program.events(after: range.lowerBound - 1, limit: range.count) {
      guard range.contains(event.number) else { break }
      storesOfEvents[event.number] = event.store
      if event.kind == .replaced { hasReplacement = true }
      guard event.kind == .action else { continue }
      if event.store == store.id { actions.append(event) } else { hasOthers = true }
    }
  }

  /// Whether the test omits state changes.
  var isPartial: Bool { writer.isPartial }

  /// Writes the test and returns its source.
  mutating func write() throws(StateRefusal) -> String {
    try begin()
    let draws = program.draws(in: range)
    for event in actions {
      // The test must send each action that was not caused by an event of the tested store in the range.
      let isReceived = event.cause.map { storesOfEvents[$0] == store.id } ?? false
      writer.add(
        StoryAction(event, isReceived: isReceived), try change(at: event), drawing: draws[event.number] ?? [])
    }
    return writer.source
  }

  private mutating func begin() throws(StateRefusal) {
    if hasOthers {
      writer.comment("Actions of other stores of the tree are omitted, and so are the resulting states.")
    } else if store.parent != nil {
      writer.comment("The resulting states are omitted: they include the states of the stores above.")
    }
    if hasReplacement { writer.commentOnReplacement() }
    guard let state = try program.state(ofStore: store.id, after: range.lowerBound - 1) else {
      if !hasOthers { writer.comment("Only the program's reducers can compute the resulting states.") }
      return writer.leaveOut()
    }
    if hasOthers || hasReplacement || store.parent != nil { writer.leaveOut() }
    let first = program.firstEvent == 1 ? try program.state(ofStore: store.id, after: 0) : nil
    if let first, Difference(from: first, to: state) == nil {
      // In the test, a new store creates identities that differ from the recorded ones.
      if Self.holdsIdentity(state) { writer.replace(with: state) }
      return
    }
    writer.begin(with: state)
  }

  /// Whether a value contains an identity. In a large value, only some of the nested values are examined.
  private static func holdsIdentity(_ value: Any) -> Bool {
    var (rest, count) = ([value], 0)
    while let value = rest.popLast(), count < 10_000 {
      if value is Identity { return true }
      count += 1
      for child in Mirror(reflecting: value).children.prefix(1_000) { rest.append(child.value) }
    }
    return false
  }

  private mutating func change(at event: RecordedEvent) throws(StateRefusal) -> StoryChange {
    guard !writer.isPartial, let before = try program.state(ofStore: store.id, after: event.number - 1),
      let after = try program.state(ofStore: store.id, after: event.number)
    else { return .none }
    return StoryChange(from: before, to: after, .assigned, &writer)
  }
}
