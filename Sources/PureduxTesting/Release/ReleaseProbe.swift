/// Proves that something has been released.
///
/// Let what should go hold a `token()`: a property of an object, or a reducer, an observer or an
/// effect that captures it. When all tokens are gone, so is what held them.
public final class ReleaseProbe: Sendable {
  private let name: String
  private let tokensHeld = Watched(0)
  private let failures: FailureReporter

  /// `name` is what a failure calls that which should be gone.
  public init(_ name: String = "what held a token of the probe") {
    self.name = name
    failures = StoreContext.current.failureReporter
  }

  /// Something to hold; each call gives another.
  public func token() -> some Sendable & AnyObject {
    tokensHeld.withLock { $0 += 1 }
    return Token(probe: self)
  }

  /// Whether no token is held.
  public var isReleased: Bool { tokensHeld.value == 0 }

  /// Returns as soon as no token is held, for what is released on another thread; or when the task is cancelled.
  public func released() async {
    await tokensHeld.until { $0 == 0 }
  }

  /// Fails the test while a token is held.
  public func expectReleased(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let count = tokensHeld.value
    guard count > 0 else { return }
    failures.report(
      "\(name) is still alive: \(count == 1 ? "a token is" : "\(count) tokens are") held.",
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private final class Token: Sendable {
    private let probe: ReleaseProbe
    init(probe: ReleaseProbe) { self.probe = probe }
    deinit { probe.tokensHeld.withLock { $0 -= 1 } }
  }
}
