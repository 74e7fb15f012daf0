public import PureduxRecording

extension RecordedSession {
  /// Converts the recording to the Swift source of a test that repeats the actions with a `TestStore`.
  ///
  /// The test sends the actions that came from outside the stores and, after the recorded delays, receives the actions
  /// that other actions caused. The program's types are unavailable to this method, so the test decodes actions from
  /// JSON, and omits state changes. To write actions and changes as Swift expressions, use
  /// ``story(of:making:changes:actions:replaying:child:)``.
  ///
  /// - Parameters:
  ///   - store: The name of the store, as passed to `named:`, or a title such as `store 1` for an unnamed store.
  ///   - making: The expression that creates the store in the test.
  /// - Returns: The source of the test; nil if no action was dispatched to a store with this name.
  public func story(of store: String, making: String = "makeStore()") -> String? {
    guard var story = beginStory(store, StoryWriter(title: store, making: making)) else { return nil }
    story.writer.leaveOut()
    for event in story.events { story.writer.add(StoryAction(recorded: event), .none) }
    return story.writer.source
  }

  /// Converts the recording to a test that repeats the actions and checks the state changes.
  ///
  /// The test is Swift source with a `TestStore`. Common values are written as Swift expressions: enum cases with
  /// payloads, strings, numbers, optionals, collections, and structures with a memberwise initializer. The test decodes
  /// other values from JSON. For a large state, the test contains only the changed parts, limited to about 2,000 bytes
  /// per step. A comment in the step lists the omitted parts. The reducers receive the recorded identities and times.
  /// If the initial state of a created root store differs from the recorded state, the test first sets the recorded
  /// state. The story of a root store includes the actions of the stores below the root, if these actions have the same
  /// effect when sent to the root.
  ///
  /// ```swift
  /// let source = session.story(of: "count", making: "makeStore()") { makeStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - store: The name of the store, as passed to `named:`, or a title such as `store 1` for an unnamed store. By
  ///     default, the name of the store that `make` returns; an explicit name must refer to the same store.
  ///   - making: The expression that creates the store in the test. In this expression, `recordedState` is the initial
  ///     state of the session; the state's type must be `Codable`.
  ///   - changes: How the test represents state changes.
  ///   - actions: Which actions the story sends instead of receiving.
  ///   - make: Creates the store, as in ``replay(_:child:)``.
  ///   - child: Returns the counterpart of a recorded child store or projection, as in ``replay(_:child:)``.
  /// - Returns: The source of the test; nil if no action was dispatched to a store with this name.
  public func story<State, Action>(
    of store: String? = nil, making: String = "makeStore()", changes: StoryChanges = .assigned,
    actions: StoryActions = .asDispatched, replaying make: () throws -> StateStore<State, Action>,
    child: (StateStore<State, Action>, RecordedStore) -> (any Store)? = { _, _ in nil }
  ) rethrows -> String? {
    try withRun(make, child) { made, plan, run in
      let beginning = run.replay.read { made.node.capture($0) }()
      let title = store ?? made.sessionTitle
      let writer = StoryWriter(title: title, making: making, actions, beginning: beginning)
      let fromBelow = made.isRoot && title == made.sessionTitle ? eventsFromBelow(made, plan) : []
      let isOfRoot = made.isRoot && title == made.sessionTitle
      guard var story = beginStory(title, writer, fromBelow, isOfRoot: isOfRoot) else { return nil }
      if isOfRoot {
        story.writer.seed = seed
        if !story.writer.beginsAsRecorded, Difference(from: made.state, to: beginning) != nil {
          story.writer.replace(with: beginning)
        }
      }
      let draws = Dictionary(grouping: draws, by: \.step)
      if plan.fit != .fully || changes == .omitted || story.isPartial { story.writer.leaveOut() }
      if plan.fit != .fully { story.writer.comment(plan.fit.description) }
      for event in story.events {
        run.run(to: UInt64(event.number) - 1)
        let before = run.replay.read { made.node.capture($0) }()
        run.run(to: lastStep(of: UInt64(event.number)))
        let after = run.replay.read { made.node.capture($0) }()
        let change: StoryChange =
          story.writer.isPartial ? .none : StoryChange(from: before, to: after, changes, &story.writer)
        // A test that cannot set a structure's properties might not be able to create the structure either.
        let action = event.value?.decoded(as: Action.self)
        let expression = action.flatMap { SwiftExpression.text(of: $0, isInitialising: changes != .described) }
        story.writer.add(
          StoryAction(recorded: event, expression: expression), change,
          drawing: (UInt64(event.number)...lastStep(of: UInt64(event.number))).flatMap { draws[$0] ?? [] })
      }
      return story.writer.source
    }
  }

  private struct BegunStory {
    var writer: StoryWriter
    let events: [RecordedEvent]
    /// Whether anything other than the store's events may have changed the store's state.
    let isPartial: Bool
  }

  /// - Parameters:
  ///   - fromBelow: The numbers of the events of other stores to include in the story.
  ///   - isOfRoot: Whether the story is about the root store, in which case the test sets the session's initial state.
  private func beginStory(
    _ store: String, _ writer: StoryWriter, _ fromBelow: Set<Int> = [], isOfRoot: Bool = false
  ) -> BegunStory? {
    let actions = events.filter { $0.kind == .action }
    let mine = actions.filter { $0.storeTitle == store || fromBelow.contains($0.number) }
    guard !mine.isEmpty else { return nil }
    let (hasOthers, hasReplacement) = (mine.count < actions.count, events.contains { $0.kind == .replaced })
    var story = BegunStory(writer: writer, events: mine, isPartial: hasOthers || hasReplacement)
    if firstEvent > 1, !writer.beginsAsRecorded, !isOfRoot {
      story.writer.comment("The session begins at event \(firstEvent), with a state that differs from a new store's.")
    }
    if hasOthers { story.writer.comment("Actions of other stores of the tree are omitted.") }
    if hasReplacement { story.writer.commentOnReplacement() }
    return story
  }

  /// Finds events of stores below the root that can be reproduced by sending their actions to the root.
  ///
  /// The resulting states are compared, because another action type may have the same name, and because middlewares and
  /// embeddings may change an action.
  private func eventsFromBelow<State, Action>(_ root: StateStore<State, Action>, _ plan: SessionPlan) -> Set<Int> {
    let run = SessionRun(self, plan, root.node.tree)
    var found: Set<Int> = []
    for event in events where event.kind == .action && event.storeTitle != root.sessionTitle {
      guard event.value?.type == "\(Action.self)", let action = event.value?.decoded(as: Action.self) else {
        continue
      }
      let steps = UInt64(event.number)...lastStep(of: UInt64(event.number))
      if run.run(through: steps, doingTheSameAs: action, in: root.sessionTarget) { found.insert(event.number) }
    }
    return found
  }

  /// The number of an event's last level step; the event's own number if the event has no level steps.
  private func lastStep(of event: UInt64) -> UInt64 {
    let levels = steps.drop { $0.number <= event }.prefix { $0.kind == .level }
    return levels.last?.number ?? event
  }
}

extension StateStore {
  /// Whether the store is the root of its tree. A tree numbers its stores from 1, in order of creation.
  fileprivate var isRoot: Bool { id.number == 1 }

  /// The name of the store in the session, or a title such as `store 1`.
  fileprivate var sessionTitle: String { node.tree.name(of: id.number) ?? "store \(id.number)" }
}

/// An action in a story.
struct StoryAction {
  /// The action's Swift expression; nil if the action is decoded from JSON, or recognized by its text.
  let expression: String?
  let json: String?
  /// A one-line description.
  let text: String
  /// Whether the story receives the action instead of sending it.
  let isReceived: Bool
  let began: Duration
}

extension StoryAction {
  /// Creates a story action from an event of a session.
  init(recorded event: RecordedEvent, expression: String? = nil) {
    self.init(
      expression: expression, json: event.value?.json, text: event.value?.text ?? "?",
      isReceived: event.cause != nil, began: event.began)
  }

  /// Creates a story action from an event of a running program or of a session.
  init(_ event: RecordedEvent, isReceived: Bool) {
    let value = event.value
    let expression = value == nil ? event.action.flatMap { SwiftExpression.text(of: $0) } : nil
    var json = value?.json
    if value == nil, let action = event.action, case .json(let bytes) = WrittenValue(action) {
      json = String(decoding: bytes, as: UTF8.self)
    }
    self.init(
      expression: expression, json: json, text: event.text(), isReceived: isReceived, began: event.began)
  }
}

/// A rule that determines which actions of a session a story sends. The story receives all other actions.
public enum StoryActions: Sendable, Hashable {
  /// The story sends only the actions that came from outside the stores. The story receives the actions of effects,
  /// middlewares and observers.
  case asDispatched
  /// The story sends all actions. Use this case for a test without effects, for example if no server is available.
  case allSent
}
