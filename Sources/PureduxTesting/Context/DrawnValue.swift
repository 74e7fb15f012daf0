/// An external value that a reducer uses: a new identity, or the current time.
///
/// A test generated from a recorded session passes the recorded values to the reducers with
/// ``TestContext/provideInputs(_:forAction:fileID:filePath:line:column:)``.
public enum DrawnValue: Sendable, Hashable {
  /// Consecutive identities, given by the text of the first identity and a count.
  case identities(String, count: Int)
  /// The time on the store's clock.
  case time(Duration)

  /// A single identity, given by its `text`.
  public static func identity(_ text: String) -> DrawnValue { .identities(text, count: 1) }
}

/// Recorded values that reducers in a test use instead of new values.
final class DrawnTurns: Sendable {
  private typealias Draw = (kind: DrawnValues.Kind, words: DrawnValues.Words)

  private struct Content {
    var draws: [Int: [Draw]] = [:]
    var reducedCount = 0
    /// The values in effect on the thread of the current turn; nil if the turn has no recorded values.
    var current: DrawnValues?
  }

  private let content = Guarded(Content())

  /// Adds recorded values for the reducers of an action. Returns false if a string is not a valid identity.
  func add(_ values: [DrawnValue], forAction number: Int) -> Bool {
    var draws: [Draw] = []
    for value in values {
      switch value {
      case .time(let time):
        draws.append((.time, time.words))
      case .identities(let text, let count):
        let digits = Array(text.utf8)
        guard digits.count == 32, let source = UInt64(text.prefix(16), radix: 16),
          let first = UInt64(text.suffix(16), radix: 16)
        else { return false }
        for number in 0..<UInt64(max(0, count)) {
          draws.append((.identity, (source, first &+ number)))
        }
      }
    }
    content.withLock { [draws] in $0.draws[number, default: []] += draws }
    return true
  }

  /// Called on the turn's thread when the turn begins.
  func begin() {
    content.withLock { content in
      guard let draws = content.draws[content.reducedCount + 1] else { return }
      let values = Self.giving(draws)
      content.current = values
      values.begin()
    }
  }

  /// Supplies the recorded values to the reducers in order.
  ///
  /// A reducer receives a new value if no recorded value is left, or if the next recorded value is of another kind.
  private static func giving(_ draws: [Draw]) -> DrawnValues {
    let rest = Guarded(draws[...])
    return DrawnValues(sparingMiddlewares: true) { kind, draw in
      let given = rest.withLock { rest in rest.first?.kind == kind ? rest.removeFirst().words : nil }
      return given ?? draw()
    }
  }

  /// Called after the reducers of a turn have run, or after a middleware has dropped the action.
  func end(isReduced: Bool) {
    content.withLock { content in
      if isReduced { content.reducedCount += 1 }
      guard content.current != nil else { return }
      DrawnValues.end()
      content.current = nil
    }
  }
}

extension TestContext {
  /// Makes the reducers of an action use these identities and times, in order, instead of new values.
  ///
  /// Tests generated from recorded sessions call this method, so that reducers that create effect states or read the
  /// clock compute the same states as in the recording. A reducer receives a new value if no recorded value is left, or
  /// if the next recorded value is of another kind.
  ///
  /// ```swift
  /// context.provideInputs([.time(.seconds(5)), .identity("000000000000002a0000000000000001")], forAction: 3)
  /// ```
  ///
  /// - Parameters:
  ///   - values: The values for the reducers of all stores that reduce the action. Middlewares that handle the action
  ///     use new values.
  ///   - number: The action's position among all actions reduced in this context, counted from 1.
  ///   - fileID: The file of this call, for failure reports.
  ///   - filePath: The file path of this call, for failure reports.
  ///   - line: The line of this call, for failure reports.
  ///   - column: The column of this call, for failure reports.
  public func provideInputs(
    _ values: [DrawnValue], forAction number: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    guard !drawn.add(values, forAction: number) else { return }
    storeContext.failureReporter.report(
      "A string is not a valid identity, so no values were passed.\nTo fix: pass the 32 digits of `Identity.text`.",
      at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
