public import PureduxRecording

extension RecordedSession {
  /// Makes a test of what was recorded: Swift source with a `TestStore`, to which the same actions are sent.
  ///
  /// Actions that something in the program dispatched because of another one are received, after the time that passed. The
  /// types of the program are not known here, so actions are read from their JSON, and changes of the state are left out.
  /// ``story(of:making:changes:actions:replaying:child:)`` writes both as Swift.
  ///
  /// - Parameters:
  ///   - store: What the store was called with `named:`, or for example `store 1` for one without a name.
  ///   - making: The expression that makes the store in the test.
  /// - Returns: Nil where nothing was dispatched to a store of this name.
  public func story(of store: String, making: String = "makeStore()") -> String? {
    guard var story = beginStory(store, StoryWriter(title: store, making: making)) else { return nil }
    story.writer.leaveOut()
    for event in story.events { story.writer.add(StoryAction(recorded: event), .none) }
    return story.writer.source
  }

  /// Makes a test of what was recorded: Swift source with a `TestStore`, to which the same actions are sent, and which has to
  /// change as it did.
  ///
  /// Usual values are written as expressions: cases with payloads, texts, numbers, optionals, collections, and structures
  /// that have a memberwise initialiser. Others are read from their JSON. Of a large state only the changed parts are written,
  /// and those that would take more than some 2,000 bytes in a step are left out, which the step says. The reducers are given
  /// the identities and times that they drew, and where the store is made with another state than the recorded one, the
  /// story begins with that. The story of a root has the actions of the stores
  /// below it too, where the root reduces them as they were dispatched.
  ///
  /// ```swift
  /// let source = session.story(of: "count", making: "makeStore()") { makeStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - store: What the store was called with `named:`, or for example `store 1` for one without a name; without it, the
  ///     store that `make` returns, which it always has to be.
  ///   - making: The expression that makes the store in the test. `recordedState` in it stands for the state with which the
  ///     session begins, which has to be `Codable`.
  ///   - changes: How the changes of the state are described.
  ///   - actions: Which actions the story sends itself.
  ///   - make: Makes the store, as in ``replay(_:child:)``.
  ///   - child: As in ``replay(_:child:)``.
  /// - Returns: Nil where nothing was dispatched to a store of this name.
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
        // Where a test may not set the properties of a structure, it may not be allowed to make one either.
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
    /// Whether something else than its events may have changed the store.
    let isPartial: Bool
  }

  /// - Parameters:
  ///   - fromBelow: The numbers of events of other stores that the story has too.
  ///   - isOfRoot: Whether the store is given the state that the session begins with.
  private func beginStory(
    _ store: String, _ writer: StoryWriter, _ fromBelow: Set<Int> = [], isOfRoot: Bool = false
  ) -> BegunStory? {
    let actions = events.filter { $0.kind == .action }
    let mine = actions.filter { $0.storeTitle == store || fromBelow.contains($0.number) }
    guard !mine.isEmpty else { return nil }
    let (hasOthers, hasReplacement) = (mine.count < actions.count, events.contains { $0.kind == .replaced })
    var story = BegunStory(writer: writer, events: mine, isPartial: hasOthers || hasReplacement)
    if firstEvent > 1, !writer.beginsAsRecorded, !isOfRoot {
      story.writer.comment("The session begins at event \(firstEvent), with another state than a new store has.")
    }
    if hasOthers { story.writer.comment("Actions of other stores of the tree are left out.") }
    if hasReplacement { story.writer.commentOnReplacement() }
    return story
  }

  /// The events of stores below a root whose actions would do the same if they were sent to the root itself.
  ///
  /// Another type may have the same name, and middlewares and embeddings may change an action on its way up.
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

  /// The number of the last of the levels that belong to an event.
  private func lastStep(of event: UInt64) -> UInt64 {
    let levels = steps.drop { $0.number <= event }.prefix { $0.kind == .level }
    return levels.last?.number ?? event
  }
}

extension StateStore {
  /// A tree numbers its stores from 1 on, as they are made.
  fileprivate var isRoot: Bool { id.number == 1 }

  /// What a session calls it.
  fileprivate var sessionTitle: String { node.tree.name(of: id.number) ?? "store \(id.number)" }
}

/// An action as a story tells it.
struct StoryAction {
  /// How it is written in Swift; nil where it is read from its JSON, or recognised.
  let expression: String?
  let json: String?
  /// One line about it.
  let text: String
  /// Whether something in the story dispatched it, and not its reader.
  let isReceived: Bool
  let began: Duration
}

extension StoryAction {
  /// An action of a session.
  init(recorded event: RecordedEvent, expression: String? = nil) {
    self.init(
      expression: expression, json: event.value?.json, text: event.value?.text ?? "?",
      isReceived: event.cause != nil, began: event.began)
  }

  /// An action of a running program, or of a session.
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

/// Which actions of a session a story sends itself.
public enum StoryActions: Sendable, Hashable {
  /// Those that came from outside of the stores. What effects, middlewares and observers dispatched has to come again, and
  /// is received.
  case asDispatched
  /// All of them. For a store that is made without its effects, because a test has no server, for example.
  case allSent
}
