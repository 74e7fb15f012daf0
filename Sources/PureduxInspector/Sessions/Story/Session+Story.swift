public import PureduxCore

extension Session {
  /// Makes a test of what was recorded: Swift source with a `TestStore`, to which the same actions are sent.
  ///
  /// Actions that something in the program dispatched because of another one are received, after the time that passed. The
  /// types of the program are not known here, so actions are read from their JSON, and changes of the state are left out.
  /// ``story(of:making:changes:replaying:)`` writes both as Swift.
  ///
  /// - Parameters:
  ///   - store: What the store was called with `named:`.
  ///   - making: The expression that makes the store in the test.
  /// - Returns: Nil where nothing was dispatched to a store of this name.
  public func story(of store: String, making: String = "makeStore()") -> String? {
    guard var story = beginStory(store, making) else { return nil }
    story.writer.leaveOut()
    for event in story.events { story.writer.add(StoryAction(event), changes: []) }
    return story.writer.source
  }

  /// Makes a test of what was recorded: Swift source with a `TestStore`, to which the same actions are sent, and which has to
  /// change as it did.
  ///
  /// Usual values are written as expressions: cases with payloads, texts, numbers, optionals, collections, and structures
  /// that have a memberwise initialiser. Others are read from their JSON.
  ///
  /// ```swift
  /// let source = session.story(of: "count", making: "makeStore()") { makeStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - store: What the store was called with `named:`. It is the one that `make` returns.
  ///   - making: The expression that makes the store in the test.
  ///   - changes: How the changes of the state are described.
  ///   - make: Makes the store, as in ``replay(_:child:)``.
  /// - Returns: Nil where nothing was dispatched to a store of this name.
  public func story<State, Action>(
    of store: String, making: String = "makeStore()", changes: StoryChanges = .assigned,
    replaying make: () throws -> StateStore<State, Action>
  ) rethrows -> String? {
    guard var story = beginStory(store, making) else { return nil }
    return try withRun(make, { _, _ in nil }) { store, plan, run in
      if plan.fit != .fully || changes == .omitted || story.hasOthers { story.writer.leaveOut() }
      if plan.fit != .fully { story.writer.comment(plan.fit.description) }
      for event in story.events {
        let action = event.action?.decoded(as: Action.self)
        run.run(to: UInt64(event.number) - 1)
        let before = run.replay.read { store.node.capture($0) }()
        run.run(to: lastStep(of: UInt64(event.number)))
        let after = run.replay.read { store.node.capture($0) }()
        let described = story.writer.isPartial ? [] : StoryChange.statements(before, after, changes, &story.writer)
        story.writer.add(
          StoryAction(event, expression: action.flatMap { SwiftExpression.text(of: $0) }), changes: described)
      }
      return story.writer.source
    }
  }

  private struct BegunStory {
    var writer: StoryWriter
    let events: [SessionEvent]
    /// Whether other stores were sent actions too, which may change this store.
    let hasOthers: Bool
  }

  private func beginStory(_ store: String, _ making: String) -> BegunStory? {
    let actions = events.filter { $0.kind == .action }
    let mine = actions.filter { $0.storeName == store }
    guard !mine.isEmpty else { return nil }
    var story = BegunStory(
      writer: StoryWriter(title: store, making: making), events: mine, hasOthers: mine.count < actions.count)
    if firstEvent > 1 {
      story.writer.comment("The session begins at event \(firstEvent), with another state than a new store has.")
    }
    if story.hasOthers { story.writer.comment("Actions of other stores of the tree are left out.") }
    return story
  }

  /// The number of the last of the levels that belong to an event.
  private func lastStep(of event: UInt64) -> UInt64 {
    let levels = steps.drop { $0.number <= event }.prefix { $0.kind == .level }
    return levels.last?.number ?? event
  }
}
