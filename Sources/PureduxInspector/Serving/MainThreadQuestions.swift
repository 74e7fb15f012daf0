internal import Dispatch
internal import PureduxRecording

/// Has the main thread compute what another thread asks for, where reducers run there alone.
///
/// The main thread waits for nobody. The other one waits for a moment only, because the main thread may be busy, or may be
/// about to wait for it.
final class MainThreadQuestions: Sendable {
  private struct Waiting: Sendable {
    var isStopped = false
    /// Each is signalled when an answer is there, or when there will be none.
    var ends: [DispatchSemaphore] = []
  }

  private let patience: DispatchTimeInterval
  private let waiting = Guarded(Waiting())

  init(patience: DispatchTimeInterval = .seconds(2)) { self.patience = patience }

  /// Returns what `compute` returns on the main thread.
  func ask<Answer: Sendable>(
    _ tree: StoreTree, _ compute: @escaping @Sendable () -> Answer
  ) throws(StateRefusal) -> Answer {
    if MainRunner.isHere { return compute() }
    let (end, isGivenUp, answer) = (DispatchSemaphore(value: 0), AtomicFlag(), Guarded<Answer?>(nil))
    guard begin(end) else { throw Self.refusal }
    defer { waiting.withLock { $0.ends.removeAll { $0 === end } } }
    tree.runOnMain {
      guard !isGivenUp.isRaised else { return }
      let computed = compute()
      answer.withLock { $0 = computed }
      end.signal()
    }
    _ = end.wait(timeout: .now() + patience)
    if let answer = answer.withLock({ $0 }) { return answer }
    isGivenUp.raise()
    throw Self.refusal
  }

  /// Refuses what is asked, now and from now on. Who waits for an answer waits no longer.
  func stop() {
    let ends = waiting.withLock { waiting in
      waiting.isStopped = true
      return waiting.ends
    }
    for end in ends { end.signal() }
  }

  private func begin(_ end: DispatchSemaphore) -> Bool {
    waiting.withLock { waiting in
      if !waiting.isStopped { waiting.ends.append(end) }
      return !waiting.isStopped
    }
  }

  private static var refusal: StateRefusal {
    StateRefusal(
      sentence: "the reducers of this program run on its main thread, which is busy: ask again when it is free")
  }
}
