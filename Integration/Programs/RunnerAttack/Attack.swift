import Dispatch
import Foundation
import PureduxCore
import PureduxTesting
import ThreadProbes

/// The threads, the trees, and what the threads have sent.
final class Attack: Sendable {
  private static let threadCount = 8

  private let seconds: Double
  private let seed: UInt64
  private let driven = DrivenRunner()
  private let trees: [AttackedTree]
  /// For each thread, the number of actions that it has sent to each tree.
  private let sent: [Guarded<[Int]>]
  private let memoryAtQuarter = Guarded(0)

  init(seconds: Double, seed: UInt64) {
    (self.seconds, self.seed) = (seconds, seed)
    let count = Self.threadCount
    let trees = [
      AttackedTree("queue", threads: count, runner: .queue()),
      AttackedTree("queue of others", threads: count, runner: .queue(DispatchQueue(label: "others", qos: .utility))),
      AttackedTree(
        "concurrent queue", threads: count,
        runner: .queue(DispatchQueue(label: "concurrent", attributes: .concurrent))),
      AttackedTree("main", threads: count, runner: .main),
      AttackedTree("by hand", threads: count, runner: driven.runner, drive: driven.drive),
      AttackedTree("at once", threads: count, runner: AtOnceRunner()),
      AttackedTree("tasks", threads: count, runner: TaskRunner()),
    ]
    self.trees = trees
    sent = (0..<count).map { _ in Guarded(Array(repeating: 0, count: trees.count)) }
  }

  /// Runs the whole attack. Call it on the main thread.
  func run() {
    driven.start()
    MainLoop.run { end in
      let threads = DispatchGroup()
      for thread in sent.indices {
        threads.enter()
        Thread.detachNewThread { [self] in
          attack(thread)
          threads.leave()
        }
      }
      // A separate thread, because the trees whose work runs in tasks need the threads of the cooperative pool.
      Thread.detachNewThread { [self] in
        threads.wait()
        for tree in trees { tree.endEffects() }
        waitForAll(DispatchSemaphore(value: 0))
        end()
      }
    }
    driven.end()
  }

  private func attack(_ thread: Int) {
    var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
    let (fence, start) = (DispatchSemaphore(value: 0), ContinuousClock.now)
    while case let time = ContinuousClock.now - start, time < .seconds(seconds) {
      for (index, tree) in trees.enumerated() {
        let count = Int.random(in: 1...60, using: &random)
        tree.attack(thread, after: sent[thread].withLock { $0[index] }, count: count, &random)
        sent[thread].withLock { $0[index] += count }
      }
      // Without this, waiting actions would soon fill the memory.
      waitForAll(fence)
      if thread == 0, time < .seconds(seconds / 4) { memoryAtQuarter.withLock { $0 = residentKilobytes() } }
    }
  }

  /// Returns when everything that this thread has dispatched has been reduced.
  private func waitForAll(_ fence: DispatchSemaphore) {
    for tree in trees { tree.fence(fence) }
    for _ in trees { fence.wait() }
  }

  /// Prints the results of the trees. Returns false if they differ from the actions that the threads have sent.
  func report() -> Bool {
    var (actions, effects, problems) = (0, 0, [String]())
    for (index, tree) in trees.enumerated() {
      let account = tree.account(sent: sent.map { $0.withLock { $0[index] } })
      print(account.text)
      actions += account.actions
      effects += account.effects
      problems += account.problems
    }
    let memory = memoryAtQuarter.withLock { $0 }
    print("memory: \(memory) kB after a quarter of the time, \(residentKilobytes()) kB in the end")
    print(
      problems.isEmpty
        ? "all accounted for: \(actions) actions, \(effects) effects started, seed \(seed)"
        : "wrong, seed \(seed): \(problems.joined(separator: "; "))")
    return problems.isEmpty
  }
}
