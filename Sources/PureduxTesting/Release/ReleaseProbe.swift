/// Proves that something has been released.
///
/// Let what should go hold a `token()`: a property of an object, or a reducer, an observer or an
/// effect that captures it. When all tokens are gone, so is what held them.
public final class ReleaseProbe: Sendable {
  private struct Holders {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let name: String
  private let holders = Guarded(Holders())
  private let failures: FailureReporter

  /// `name` is what a failure calls that which should be gone.
  public init(_ name: String = "what held a token of the probe") {
    self.name = name
    failures = StoreContext.current.failureReporter
  }

  /// Something to hold; each call gives another.
  public func token() -> some Sendable & AnyObject {
    holders.withLock { $0.count += 1 }
    return Token(probe: self)
  }

  /// Whether no token is held.
  public var isReleased: Bool { holders.withLock { $0.count == 0 } }

  /// Returns as soon as no token is held, for what is released on another thread.
  public func released() async {
    await withCheckedContinuation { continuation in
      let gone = holders.withLock { holders in
        if holders.count > 0 { holders.waiters.append(continuation) }
        return holders.count == 0
      }
      if gone { continuation.resume() }
    }
  }

  /// Fails the test while a token is held.
  public func expectReleased(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let count = holders.withLock { $0.count }
    guard count > 0 else { return }
    failures.report(
      "\(name) is still alive: \(count == 1 ? "a token is" : "\(count) tokens are") held.",
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func release() {
    let waiters = holders.withLock { holders in
      holders.count -= 1
      guard holders.count == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { holders.waiters = [] }
      return holders.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private final class Token: Sendable {
    private let probe: ReleaseProbe
    init(probe: ReleaseProbe) { self.probe = probe }
    deinit { probe.release() }
  }
}
