/// What a reducer takes from outside: an identity that it makes, or the time that it reads.
///
/// The test of a recorded session gives its reducers those of the session, by
/// ``TestContext/giveReducers(_:inAction:fileID:filePath:line:column:)``.
public enum DrawnValue: Sendable, Hashable {
  /// Identities that follow each other: the text of the first, and how many there are.
  case identities(String, count: Int)
  /// The time that the clock of the store shows.
  case time(Duration)

  /// One identity, by its `text`.
  public static func identity(_ text: String) -> DrawnValue { .identities(text, count: 1) }
}

/// The values that the reducers of a test's actions are given in place of those that they would draw.
final class DrawnTurns: Sendable {
  private typealias Draw = (kind: DrawnValues.Kind, words: DrawnValues.Words)

  private struct Content {
    var draws: [Int: [Draw]] = [:]
    var reducedCount = 0
    /// Kept while its values are in force on the thread of the turn.
    var current: DrawnValues?
  }

  private let content = Guarded(Content())

  /// False where a text is no identity.
  func add(_ values: [DrawnValue], inAction number: Int) -> Bool {
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

  /// Called when a turn begins, on its thread.
  func begin() {
    content.withLock { content in
      guard let draws = content.draws[content.reducedCount + 1] else { return }
      let values = Self.giving(draws)
      content.current = values
      values.begin()
    }
  }

  /// Gives these in their order; others where a reducer asks for more, or for another kind.
  private static func giving(_ draws: [Draw]) -> DrawnValues {
    let rest = Guarded(draws[...])
    return DrawnValues { kind, draw in
      let given = rest.withLock { rest in rest.first?.kind == kind ? rest.removeFirst().words : nil }
      return given ?? draw()
    }
  }

  /// Called when the reducers of a turn have run, or when a middleware kept its action back.
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
  /// Has the reducers of an action draw these identities and times, in this order, in place of new ones.
  ///
  /// The tests that are made of recorded sessions call it, so that a reducer that makes an effect state or reads the clock
  /// comes to the same states again. Where it asks for more, or for others, it draws new ones.
  ///
  /// ```swift
  /// context.giveReducers([.time(.seconds(5)), .identity("000000000000002a0000000000000001")], inAction: 3)
  /// ```
  ///
  /// - Parameters:
  ///   - values: What the reducers of all stores that reduce the action draw, middlewares on its way included.
  ///   - number: The number of the action among all that are reduced in this context, from 1 on.
  ///   - fileID: The place of this call, for failures.
  ///   - filePath: The place of this call, for failures.
  ///   - line: The line of this call, for failures.
  ///   - column: The column of this call, for failures.
  public func giveReducers(
    _ values: [DrawnValue], inAction number: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    guard !drawn.add(values, inAction: number) else { return }
    storeContext.failureReporter.report(
      "A text is no identity, so nothing was given.\nTo fix: pass the 32 digits of `Identity.text`.",
      at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
