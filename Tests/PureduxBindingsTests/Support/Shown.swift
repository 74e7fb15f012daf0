import Dispatch
import PureduxTesting

@testable import PureduxBindings

/// What a test's user interface was shown, one after another; a test awaits what comes next.
@MainActor
final class Shown<Value: Sendable> {
  private(set) var values: [Value] = []
  private let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
  private lazy var iterator = stream.makeAsyncIterator()

  func show(_ value: Value) {
    MainActor.preconditionIsolated()
    values.append(value)
    continuation.yield(value)
  }

  /// What is shown next; nil if nothing is for ten minutes, for a test that waits for ever tells nobody so.
  func next() async -> Value? {
    let limit = DispatchWorkItem { [continuation] in continuation.finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: limit)
    defer { limit.cancel() }
    var iterator = iterator
    defer { self.iterator = iterator }
    return await iterator.next(isolation: MainActor.shared)
  }
}

/// Anything that shows states.
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
  /// A store whose first props are shown before a binding returns, however busy the machine is.
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

  /// A store whose time is the test's.
  static func store(_ clock: TestClock) -> StateStore<Counting, CountingAction> {
    StoreContext.with({ $0.clock = StoreClock(clock) }, operation: { store() })
  }
}
