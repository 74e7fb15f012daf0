/// Proves that an object or a closure has been released.
///
/// Store a `token()` in a property of the object, or capture the token in a closure, such as a reducer, an observer or
/// an effect. When all tokens have been released, their holders have been released too.
///
/// ```swift
/// let probe = ReleaseProbe("the observer")
/// let token = probe.token()
/// let store = StateStore<Int, Int>(0) { $0 += $1 }
/// let subscription = store.subscribe { _ in _ = token }
/// subscription.cancel()
/// ```
public final class ReleaseProbe: Sendable {
  private let name: String
  private let tokensHeld = AwaitableValue(0)
  private let failures: FailureReporter

  /// Creates a probe. Failure messages refer to the holder of the tokens by `name`.
  public init(_ name: String = "the holder of a token") {
    self.name = name
    failures = StoreContext.current.failureReporter
  }

  /// Returns a new token.
  public func token() -> some Sendable & AnyObject {
    tokensHeld.withLock { $0 += 1 }
    return Token(probe: self)
  }

  /// Whether all tokens have been released.
  public var isReleased: Bool { tokensHeld.value == 0 }

  /// Returns as soon as all tokens have been released, or when the calling task is cancelled.
  ///
  /// The tokens may be released on any thread.
  ///
  /// Fails the test at the caller's line if a token is still held when `limit`, measured in real time, expires.
  public func released(
    within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let limit = WaitLimit(
      duration: limit, position: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
    _ = await limit.first(of: tokensHeld) {
      $0 == 0 ? true : nil
    } missing: {
      "the release of \(name), and tokens are still held: \($0)."
    }
  }

  /// Fails the test if a token is still held.
  public func expectReleased(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let count = tokensHeld.value
    guard count > 0 else { return }
    failures.report(
      "\(name) is still alive: \(count == 1 ? "a token is" : "\(count) tokens are") held.",
      at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private final class Token: Sendable {
    private let probe: ReleaseProbe
    init(probe: ReleaseProbe) { self.probe = probe }
    deinit { probe.tokensHeld.withLock { $0 -= 1 } }
  }
}
