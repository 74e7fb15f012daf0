import Dispatch
import PureduxTesting

@testable import PureduxBindings

/// The values that a test's user interface displayed, in order. A test can await the next one.
@MainActor
final class Shown<Value: Sendable> {
  private(set) var values: [Value] = []
  private let (stream, continuation) = AsyncStream.makeStream(of: Value.self)

  func show(_ value: Value) {
    MainActor.preconditionIsolated()
    values.append(value)
    continuation.yield(value)
  }

  /// The next displayed value; nil if there is none for ten minutes, because a test that waits forever reports nothing.
  func next() async -> Value? {
    let limit = DispatchWorkItem { @Sendable [continuation] in continuation.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: limit)
    defer { limit.cancel() }
    var iterator = stream.makeAsyncIterator()
    return await iterator.next()
  }
}

/// An object that displays states.
@MainActor
final class Screen: UIStateObserver {}

struct Counting: Sendable, Equatable {
  var count = 0
  var title = ""
}

enum CountingAction: Sendable {
  case add(Int)
  case name(String)
}

extension Counting {
  /// A store whose first props are displayed before a binding returns, regardless of the machine's load.
  static func store(runner: some StoreRunner = .queue()) -> StateStore<Counting, CountingAction> {
    StoreContext.with({ $0.firstFrameWait = .seconds(30) }) {
      StateStore(Counting(), runner: runner) { state, action in
        switch action {
        case .add(let number): state.count += number
        case .name(let title): state.title = title
        }
      }
    }
  }

  /// A store with the test's clock.
  static func store(_ clock: TestClock) -> StateStore<Counting, CountingAction> {
    StoreContext.with({ $0.clock = StoreClock(clock) }, operation: { store() })
  }
}
