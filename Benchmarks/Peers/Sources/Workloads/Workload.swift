public import Dispatch

/// A library's store, as the workloads use it.
public protocol PeerStore {
  /// The workloads that the library supports.
  static var workloads: Set<String> { get }

  init(_ state: Sample)
  func dispatch(_ action: SampleAction)
  /// Calls `body` with each state, until the program ends.
  func observe(_ body: @escaping @Sendable (Sample) -> Void)
  /// Calls `body` with each state whose `title` differs from the previous state's.
  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void)
  /// Creates a child with its own state, observed until the program ends.
  func addObservedChild()
}

extension PeerStore {
  public func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) { preconditionFailure("no filter") }
  public func addObservedChild() { preconditionFailure("no children") }

  /// Performs the workload named on the command line, and prints the nanoseconds per action. Prints nothing if the
  /// library does not support the workload.
  @inlinable public static func main() {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard workloads.contains(name) else { return }
    let store = Self(Sample(values: name == "W12f-100k" ? 100_000 : 100))
    switch name {
    case "W2": store.observe { _ in }
    case "W3": for _ in 0..<100 { store.observe { _ in } }
    case "W4": for _ in 0..<100 { store.observeTitle { _ in } }
    case "W6": for _ in 0..<100 { store.addObservedChild() }
    case "W12f-100k": store.observeTitle { _ in }
    default: break
    }
    let perform: (Int) -> Void =
      switch name {
      case "W7":
        { actions in
          let shared = SharedDispatch(store.dispatch)
          DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<actions / 4 { shared.dispatch(.add(1)) }
          }
        }
      case "W12f-100k": { actions in for number in 0..<actions { store.dispatch(.set(50_000, number)) } }
      default: { actions in for _ in 0..<actions { store.dispatch(.add(1)) } }
      }
    // A first run warms up and determines how many actions take a third of a second.
    let trial = 4_000
    let each = max(1, nanoseconds(store) { perform(trial) } / UInt64(trial))
    let actions = min(1_000_000, max(trial, Int(300_000_000 / each)))
    let rounds = (0..<5).map { _ in nanoseconds(store) { perform(actions) } }.sorted()
    print(Double(rounds[2]) / Double(actions))
  }

  /// The time until the actions of `body` have been reduced.
  @inlinable static func nanoseconds(_ store: Self, _ body: () -> Void) -> UInt64 {
    let start = DispatchTime.now().uptimeNanoseconds
    body()
    let end = DispatchSemaphore(value: 0)
    store.dispatch(.end(end))
    end.wait()
    return DispatchTime.now().uptimeNanoseconds - start
  }
}

/// A store's `dispatch`, for several threads.
@usableFromInline struct SharedDispatch: @unchecked Sendable {
  // SAFETY: W7 is performed only with stores whose `dispatch` may be called on any thread.
  @usableFromInline let dispatch: (SampleAction) -> Void
  @inlinable init(_ dispatch: @escaping (SampleAction) -> Void) { self.dispatch = dispatch }
}
