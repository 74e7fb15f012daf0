/// Checks the story of a store: sent actions, state changes, actions from effects, and unfinished work.
///
/// No step waits for real time to pass. Each step runs all ready work on the test's thread, and time advances only in
/// `advance(by:)`. If a step differs from its description, the test fails at the line of the step and shows the
/// difference.
///
/// ```swift
/// let store = TestStore { StateStore(0) { $0 += $1 } }
/// store.send(2) { $0 = 2 }
/// store.finish()
/// ```
public final class TestStore<State: Sendable, Action: Sendable> {
  /// The store under test.
  public let store: StateStore<State, Action>
  /// The state after the steps that the test has described so far, on any test store of the story.
  public var state: State { tracker.state }
  /// The context that controls time, the order of work, and identities, and records misuse.
  public let context: TestContext
  let story: Story
  let tracker: StateTracker<State>

  /// The default exhaustivity, which a step can override. All stores of a story share this setting.
  public var exhaustivity: Exhaustivity {
    get { story.exhaustivity }
    set { story.exhaustivity = newValue }
  }

  /// Creates a test store for the store that `make` returns. Create the whole tree in `make`, including its root.
  ///
  /// A tree that was created elsewhere runs outside the test's control. With `exhaustivity: .partial`, only the
  /// described parts must match. Pass a `context` to share it with other code, or to choose a schedule by seed.
  public convenience init(
    exhaustivity: Exhaustivity = .full, in context: TestContext = TestContext(),
    _ make: () throws -> StateStore<State, Action>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    let store = try context.run(make)
    let story = Story(context, exhaustivity, beginning: position) { [detector = store.node.detector] in
      $0.action(of: Action.self, at: detector)
    }
    self.init(store, story, at: position)
  }

  private init(_ store: StateStore<State, Action>, _ story: Story, at position: SourcePosition) {
    self.store = store
    self.story = story
    context = story.context
    // Actions dispatched while the store was being created have not been reduced yet, and the test must describe them.
    tracker = StateTracker(store)
    context.history.add(tracker)
    story.run("init", at: position) { context.settle(at: position) }
  }

  /// Creates a test store for another store in the story: a child, a projection, or another tree in the same context.
  ///
  /// A step on any test store of the story applies to the next action of all of them. Each test store speaks the actions
  /// of its own store, whatever store they were sent to.
  ///
  /// ```swift
  /// let app = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  /// let screen = app.following { $0.with(10) { $0 -= $1 } }
  /// screen.send(3) { $0 = (3, 7) }
  /// screen.finish()
  /// ```
  public func following<OtherState, OtherAction>(
    _ make: (StateStore<State, Action>) throws -> StateStore<OtherState, OtherAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows -> TestStore<OtherState, OtherAction> {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    return TestStore<OtherState, OtherAction>(try context.run { try make(store) }, story, at: position)
  }

  /// Replaces the store's own state, as if a saved state were restored, and continues the story.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  /// store.begin(with: 40)
  /// store.send(2) { $0 = 42 }
  /// store.finish()
  /// ```
  ///
  /// Fails the test if the store does not own a state of this type: a projection owns no state, and a child store owns
  /// only the local part of its state.
  public func begin(
    with state: State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    story.run("begin", at: position) {
      guard store.node.replaceOwnState(with: { _ in state }) else {
        return story.failures.report(
          "This store has no state of its own that could be replaced, so nothing was replaced.\n"
            + "To fix: call `begin(with:)` on the test store of the root.", at: position)
      }
      context.settle(at: position)
    }
  }

  /// Dispatches an action, and checks the resulting state change.
  ///
  /// `change` converts the state before the action into the expected state after the action. In a full step without
  /// `change`, the state must not change. In a partial step, `change` describes only the relevant parts. The test fails
  /// if no store reduces the action. A full step also fails if actions from effects have not been received yet, or if the
  /// action changed states of the tree in parts that this store's state does not show.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  /// store.send(2) { $0 = 2 }
  /// store.send(0)
  /// store.finish()
  /// ```
  public func send(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try send(
      action, exhaustivity, change, nil,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects an action, for example from an effect, and checks the resulting state change.
  ///
  /// In a full step, the action must be the first unreceived action. A partial step skips the actions before the
  /// expected action. Actions are compared part by part, so they need not be `Equatable`. `change` has the same meaning
  /// as in `send`.
  ///
  /// ```swift
  /// let store = TestStore {
  ///   let store = StateStore<Int, Int>(0) { $0 += $1 }
  ///   store.dispatch(5)
  ///   return store
  /// }
  /// store.receive(5) { $0 = 5 }
  /// store.finish()
  /// ```
  public func receive(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      Rendering.text(action), where: { Difference(from: action, to: $0) == nil }, exhaustivity, change: change,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Expects an action that satisfies `isExpected`.
  ///
  /// Use this method for actions that a test cannot fully predict.
  ///
  /// `description` names the action in a failure message.
  public func receive(
    _ description: String, where isExpected: (Action) -> Bool, _ exhaustivity: Exhaustivity? = nil,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      description, where: isExpected, exhaustivity, change, nil,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Advances time, and runs the work that becomes ready.
  ///
  /// Each sleeping task wakes at its own deadline. Advancing by an hour takes no real time. Use `receive` to check the
  /// actions that arrive while time advances.
  ///
  /// ```swift
  /// store.advance(by: .seconds(3600))
  /// ```
  ///
  /// A negative `duration` is treated as zero.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    story.run("advance", at: position) { context.advance(by: duration, at: position) }
  }

  /// Ends the story, and fails the test if the story is incomplete or misuse was reported.
  ///
  /// A story is incomplete if an action was not received, or if work is still running or waiting for the clock.
  ///
  /// In a partial story, this method fails the test only if misuse was reported. A full story that is released without
  /// `finish()` also fails if it is incomplete.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let position = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
    story.finish(at: position) {
      if context.settle(at: position) { reportLeft(at: position) }
    }
  }

  private func reportLeft(at position: SourcePosition) {
    let left = exhaustivity == .full ? story.whatIsLeft : ""
    if !left.isEmpty { story.failures.report("The test ended with unfinished work.\(left)", at: position) }
    for misuse in context.misuse.removeAll() {
      story.failures.report("A mistake was reported: \(misuse)", at: position)
    }
    pass(context.history.takeFirst(.max))
  }
}

/// How completely a test must describe a story.
///
/// Describe a small feature completely, so that no event goes unnoticed. In a test of one path through a large
/// application, describe only that path.
public enum Exhaustivity: Sendable, Hashable {
  /// Every reduced action and every change to the states of the tree must be described.
  case full
  /// Only the relevant actions and state changes must be described. Other actions may occur, and other parts of the
  /// state may change.
  case partial
}

extension TestStore {
  /// Dispatches an action, and checks the state change against a description.
  ///
  /// Use this method for states with properties that a test cannot set. The description has the format of a
  /// `Difference` in a failure message: the paths of the changed parts, with their values before and after.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  /// store.send(2, changing: """
  ///   - 0
  ///   + 2
  ///   """)
  /// store.finish()
  /// ```
  ///
  /// `difference` must list all changes, even in a partial step. An empty string means no change.
  public func send(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, changing difference: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    send(
      action, exhaustivity, nil, difference,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects an action, for example from an effect, and checks the state change against a description.
  ///
  /// `difference` has the same format as in ``send(_:_:changing:fileID:filePath:line:column:)``.
  ///
  /// ```swift
  /// let store = TestStore {
  ///   let store = StateStore<Int, Int>(0) { $0 += $1 }
  ///   store.dispatch(5)
  ///   return store
  /// }
  /// store.receive(5, changing: """
  ///   - 0
  ///   + 5
  ///   """)
  /// store.finish()
  /// ```
  public func receive(
    _ action: Action, _ exhaustivity: Exhaustivity? = nil, changing difference: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    receive(
      Rendering.text(action), where: { Difference(from: action, to: $0) == nil }, exhaustivity, nil, difference,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
