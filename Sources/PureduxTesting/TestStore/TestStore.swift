/// Tells the story of a store: what is sent, how the state changes, what comes back from effects, and the end.
///
/// Nothing waits: each step runs all that can run, on the test's thread, and time passes in `advance(by:)`. A step
/// that goes otherwise than told fails the test at its own line, with the difference.
///
/// ```swift
/// let store = TestStore { StateStore(0) { $0 += $1 } }
/// store.send(2) { $0 = 2 }
/// store.finish()
/// ```
public final class TestStore<State: Sendable, Action: Sendable> {
  /// The store under test.
  public let store: StateStore<State, Action>
  /// The state after what has been told so far.
  public var state: State { follower.state }
  /// The time, the order of work, identities and misuse.
  public let context: TestContext
  private let story: Story
  private let follower: Follower<State>

  /// How much has to be told, where a step does not say otherwise. One for all stores of a story.
  public var exhaustivity: Exhaustivity {
    get { story.exhaustivity }
    set { story.exhaustivity = newValue }
  }

  /// Follows the store that `make` gives, which has to be made, root and all, inside of it.
  public convenience init(
    exhaustivity: Exhaustivity = .full, in context: TestContext = TestContext(),
    _ make: () throws -> StateStore<State, Action>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(try context.run(make), Story(context, exhaustivity, beginning: place))
  }

  private init(_ store: StateStore<State, Action>, _ story: Story) {
    self.store = store
    self.story = story
    context = story.context
    // What was dispatched while the store was made has not been reduced yet, and is to be told.
    follower = Follower(store)
    context.history.add(follower)
    context.runUntilIdle()
  }

  /// Follows another store of the same story: a child, a projection, or another tree made in the same context.
  public func following<OtherState, OtherAction>(
    _ make: (StateStore<State, Action>) throws -> StateStore<OtherState, OtherAction>
  ) rethrows -> TestStore<OtherState, OtherAction> {
    TestStore<OtherState, OtherAction>(try context.run { try make(store) }, story)
  }

  /// Dispatches an action, and tells how it changes the state.
  ///
  /// `change` makes the state before into the expected state after; without it, nothing is to change. In a
  /// partial step it only says what the state after has to have.
  public func send(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let exhaustivity = exhaustivity ?? self.exhaustivity
    context.runUntilIdle()
    passOver(until: { _ in false }, exhaustivity, before: "sending \(Rendering.text(action))", place)
    context.history.beginSending()
    store.dispatch(action)
    context.runUntilIdle()
    guard let record = context.history.takeSent() else {
      return story.failures.report("\(Rendering.text(action)) was sent, and no store reduced it.", at: place)
    }
    try compare(record, exhaustivity, change, place)
  }

  /// Tells that an action came from elsewhere, an effect say, and how it changed the state.
  public func receive(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      Rendering.text(action), where: { Difference(from: action, to: $0) == nil }, exhaustivity, change: change,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Tells that an action came that `isExpected` recognises, for actions that a test cannot foresee in full.
  ///
  /// A failure calls the action by `description`.
  public func receive(
    _ description: String, where isExpected: (Action) -> Bool, _ exhaustivity: Exhaustivity? = nil,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let exhaustivity = exhaustivity ?? self.exhaustivity
    context.runUntilIdle()
    func matches(_ record: History.Record) -> Bool { (record.action as? Action).map { isExpected($0) } ?? false }
    if exhaustivity == .partial {
      guard context.history.unreceived.contains(where: { matches($0) }) else {
        return story.failures.report("\(description) was not received.\(story.whatIsLeft)", at: place)
      }
      passOver(until: { matches($0) }, .partial, before: "", place)
    }
    guard let record = context.history.takeFirst() else {
      return story.failures.report("\(description) was not received.\(story.whatIsLeft)", at: place)
    }
    guard matches(record) else {
      let action = record.action
      follower.move(to: record.number)
      return story.failures.report(
        "Received another action than expected.\n  - \(description)\n  + \(Rendering.text(action))", at: place)
    }
    try compare(record, exhaustivity, change, place)
  }

  /// Lets time pass, with all that happens meanwhile.
  public func advance(by duration: Duration) { context.advance(by: duration) }

  /// Ends the story: nothing may be left to receive, no effect may run, no mistake may have been reported.
  ///
  /// In a partial story only mistakes are told.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    context.runUntilIdle()
    let left = exhaustivity == .full ? story.whatIsLeft : ""
    if !left.isEmpty { story.failures.report("The test has ended, but the story has not.\(left)", at: place) }
    for misuse in context.misuse.removeAll() { story.failures.report("A mistake was reported: \(misuse)", at: place) }
    while let record = context.history.takeFirst() { follower.move(to: record.number) }
    context.history.forgetRunningWork()
  }
}

extension TestStore {
  private func passOver(
    until isWanted: (History.Record) -> Bool, _ exhaustivity: Exhaustivity, before step: String, _ place: SourcePlace
  ) {
    let left = context.history.unreceived.prefix { !isWanted($0) }
    if exhaustivity == .full, !left.isEmpty {
      story.failures.report("Not everything was received before \(step).\(Story.list("Not received", left))", at: place)
    }
    for _ in left {
      if let record = context.history.takeFirst() { follower.move(to: record.number) }
    }
  }

  private func compare(
    _ record: History.Record, _ exhaustivity: Exhaustivity, _ change: ((inout State) throws -> Void)?,
    _ place: SourcePlace
  ) rethrows {
    let before = state
    let after = follower.move(to: record.number)
    guard exhaustivity == .full || change != nil else { return }
    var expected = exhaustivity == .full ? before : after
    try StoreContext.$current.withValue(record.context) { try change?(&expected) }
    guard let difference = Difference(from: expected, to: after) else { return }
    let action = Rendering.text(record.action)
    story.failures.report(
      change == nil
        ? "\(action) changed the state, which was not told.\n\(difference)"
        : "\(action) changed the state otherwise than told (- told, + happened).\n\(difference)",
      at: place)
  }
}
