import Foundation
import PureduxCore

/// A few real threads that work one at a time, or all at once.
final class ThreadCrew: Sendable {
  private let hands: [Hand]

  init(count: Int) { hands = (0..<count).map { _ in Hand() } }

  deinit {
    for hand in hands { hand.begin(nil) }
  }

  /// Runs `work` on one of the threads, and returns when it is done.
  func perform(on index: Int, _ work: @escaping @Sendable () -> Void) {
    hands[index].begin(work)
    hands[index].awaitEnd()
  }

  /// Runs `work` on all of the threads at once and `ownWork` on this one, and returns when all are done.
  func performOnAll(_ work: @escaping @Sendable (_ index: Int) -> Void, meanwhile ownWork: () -> Void = {}) {
    for (index, hand) in hands.enumerated() { hand.begin { work(index) } }
    ownWork()
    for hand in hands { hand.awaitEnd() }
  }

  private final class Hand: Sendable {
    private let work = Guarded<(@Sendable () -> Void)?>(nil)
    private let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    init() {
      Thread.detachNewThread { [self] in
        while true {
          begun.wait()
          guard let work = work.withLock({ $0 }) else { return }
          work()
          ended.signal()
        }
      }
    }

    func begin(_ work: (@Sendable () -> Void)?) {
      self.work.withLock { $0 = work }
      begun.signal()
    }

    func awaitEnd() { ended.wait() }
  }
}
