/// The steps of a story. A closure or a textual difference describes each step's change to the state.
extension TestStore {
  /// Dispatches an action, and checks the resulting state change.
  ///
  /// - Parameter difference: A textual description of the expected state change. If nil, `change` computes the expected
  ///   state.
  func send(
    _ action: Action, _ exhaustivity: Exhaustivity?, _ change: ((inout State) throws -> Void)?, _ difference: String?,
    _ position: SourcePosition
  ) rethrows {
    let exhaustivity = exhaustivity ?? self.exhaustivity
    try story.run("send", at: position) {
      guard context.settle(at: position) else { return }
      passOver(until: { _ in false }, exhaustivity, before: "sending \(Rendering.text(action))", position)
      context.history.beginSending()
      store.dispatch(action)
      guard context.settle(at: position) else { return }
      guard let record = context.history.takeSent() else {
        return story.failures.report("\(Rendering.text(action)) was sent, and no store reduced it.", at: position)
      }
      try compare(record, exhaustivity, change, difference, position)
    }
  }

  /// Expects an action, and checks the resulting state change.
  func receive(
    _ description: String, where isExpected: (Action) -> Bool, _ exhaustivity: Exhaustivity?,
    _ change: ((inout State) throws -> Void)?, _ difference: String?, _ position: SourcePosition
  ) rethrows {
    let exhaustivity = exhaustivity ?? self.exhaustivity
    try story.run("receive", at: position) {
      guard context.settle(at: position) else { return }
      try receiveNext(description, where: isExpected, exhaustivity, change, difference, position)
    }
  }

  private func receiveNext(
    _ description: String, where isExpected: (Action) -> Bool, _ exhaustivity: Exhaustivity,
    _ change: ((inout State) throws -> Void)?, _ difference: String?, _ position: SourcePosition
  ) rethrows {
    func matches(_ record: TurnRecord) -> Bool { (action(of: record) as? Action).map { isExpected($0) } ?? false }
    if exhaustivity == .partial {
      guard context.history.unreceived.contains(where: { matches($0) }) else {
        return reportMissing(description, where: matches, position)
      }
      passOver(until: { matches($0) }, .partial, before: "", position)
    }
    guard let record = context.history.takeFirst() else {
      return reportMissing(description, where: matches, position)
    }
    guard matches(record) else {
      pass([record])
      return story.failures.report(
        "Received an unexpected action.\n  - \(description)\n  + \(text(of: record))", at: position)
    }
    try compare(record, exhaustivity, change, difference, position)
  }

  private func reportMissing(
    _ description: String, where matches: (TurnRecord) -> Bool, _ position: SourcePosition
  ) {
    guard let step = story.stepThatSkipped(matches) else {
      return story.failures.report(
        "\(description) was not received.\(story.whatIsLeft)\(story.misuseSoFar)", at: position)
    }
    story.failures.report(
      "\(description) had arrived earlier, but the partial step at \(step) skipped it.\(story.whatIsLeft)\n"
        + "To fix: receive it before that step, or remove this step.", at: position)
  }

  private func passOver(
    until isWanted: (TurnRecord) -> Bool, _ exhaustivity: Exhaustivity, before step: String,
    _ position: SourcePosition
  ) {
    let left = context.history.unreceived.prefix { !isWanted($0) }
    if exhaustivity == .full, !left.isEmpty {
      story.failures.report(
        "Some actions were not received before \(step).\(story.list("Not received", left))", at: position)
    }
    let passed = context.history.takeFirst(left.count)
    pass(passed)
    if exhaustivity == .partial { story.noteSkipped(passed, at: position) }
  }

  /// Advances the states of all test stores past these actions.
  func pass(_ records: [TurnRecord]) {
    if let last = records.last { context.history.move(to: last.number) }
  }

  /// The action as this test store's store received it.
  private func action(of record: TurnRecord) -> any Sendable {
    record.action(of: Action.self, at: store.node.detector)
  }

  private func text(of record: TurnRecord) -> String { Rendering.text(action(of: record)) }

  private func compare(
    _ record: TurnRecord, _ exhaustivity: Exhaustivity, _ change: ((inout State) throws -> Void)?,
    _ difference: String?, _ position: SourcePosition
  ) rethrows {
    let before = state
    pass([record])
    let after = tracker.described
    defer { if exhaustivity == .full { reportOtherChanges(record, beside: before, after, position) } }
    if let difference { return compare(record, difference, Difference(from: before, to: after), position) }
    guard exhaustivity == .full || change != nil else { return }
    var expected = exhaustivity == .full ? before : after
    try record.again { try change?(&expected) }
    guard let difference = Difference(from: expected, to: after) else { return }
    let action = text(of: record)
    story.failures.report(
      change == nil
        ? "\(action) changed the state, which was not expected.\n\(difference)"
        : "\(action) changed the state differently than expected (- expected, + actual).\n\(difference)",
      at: position)
  }

  private func compare(
    _ record: TurnRecord, _ expected: String, _ actual: Difference?, _ position: SourcePosition
  ) {
    let actual = actual?.description ?? ""
    guard actual != expected else { return }
    func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : text }
    story.failures.report(
      "\(text(of: record)) changed the state differently than expected.\nExpected:\n\(quoted(expected))\n"
        + "Actual:\n\(quoted(actual))",
      at: position)
  }

  /// Reports the states of the tree that the action has changed, as far as this test store's state does not show the
  /// changes.
  private func reportOtherChanges(
    _ record: TurnRecord, beside before: State, _ after: State, _ position: SourcePosition
  ) {
    var shown = Difference(from: before, to: after)?.changes ?? []
    for changed in record.changedStates {
      guard let hidden = Difference(from: changed.before, to: changed.after)?.removing(&shown) else { continue }
      story.failures.report(
        "\(text(of: record)) also changed a state of type `\(type(of: changed.after))` in the tree, in parts that"
          + " `\(State.self)` does not show:\n\(hidden)\n"
          + "To fix: describe the action on a test store whose state shows these parts, or make the step `.partial`.",
        at: position)
    }
  }
}
