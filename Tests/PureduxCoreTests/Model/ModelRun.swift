import Dispatch
import PureduxCore
import PureduxTesting

/// A random run of one seed, compared with the model.
struct ModelRun {
  let seed: UInt64
  let steps: Int
  /// Whether the seed decides the order of everything; otherwise threads run as they like.
  let isStrict: Bool
  var droppedAction: Int?

  private(set) var log: [ModelEntry] = []
  private(set) var operations: [ModelOperation] = []
  private var remainingStores = 0

  init(seed: UInt64, steps: Int, isStrict: Bool, droppedAction: Int? = nil) {
    self.seed = seed
    self.steps = steps
    self.isStrict = isStrict
    self.droppedAction = droppedAction
    if isStrict { runInTurns() } else { runAtOnce() }
  }

  /// Says which law the run broke, if any.
  func violation(in log: [ModelEntry]? = nil) -> Violation? {
    var laws = ModelLaws(isStrict: isStrict)
    do {
      try laws.check(log ?? self.log)
      guard remainingStores == 0 else {
        return Violation(text: "L7: \(remainingStores) stores outlived their handles", step: self.log.count)
      }
      return nil
    } catch { return error }
  }

  /// Three threads, one at a time, and deliveries when the seed says so.
  private mutating func runInTurns() {
    let runner = ManualRunner()
    let world = ModelWorld(seed: seed, runner: runner, isStrict: true, droppedAction: droppedAction)
    let crew = ThreadCrew(count: ModelWorld.threadCount)
    let random = Guarded(SeededGenerator(seed: seed))
    for _ in 0..<steps {
      let (thread, stepSeed, delivers) = random.withLock {
        (Int.random(in: 0..<ModelWorld.threadCount, using: &$0), $0.next(), Int.random(in: 0..<6, using: &$0) == 0)
      }
      crew.perform(on: thread) {
        var random = SeededGenerator(seed: stepSeed)
        if delivers { world.deliver(runner) } else { world.step(of: thread, &random) }
      }
    }
    crew.perform(on: 0) { world.deliver(runner) }
    finish(world) { runner.runUntilIdle() }
  }

  /// Three threads at once, against a tree that runs on a fourth.
  private mutating func runAtOnce() {
    let queue = DispatchQueue(label: "model")
    let world = ModelWorld(seed: seed, runner: .queue(queue), isStrict: false, droppedAction: droppedAction)
    let (seed, steps) = (seed, steps)
    ThreadCrew(count: ModelWorld.threadCount).performOnAll { thread in
      var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
      for _ in 0..<(steps / ModelWorld.threadCount) { world.step(of: thread, &random) }
    }
    queue.sync {}
    world.log.record(.idle)
    finish(world) { queue.sync {} }
  }

  private mutating func finish(_ world: ModelWorld, _ settle: () -> Void) {
    world.readAll()
    world.end()
    settle()
    log = world.log.values
    operations = world.operations.values
    remainingStores = world.remainingStores
  }
}

extension ModelWorld {
  func deliver(_ runner: ManualRunner) {
    operations.record(.deliver)
    runner.runUntilIdle()
    log.record(.idle)
  }

  /// Reads every store that is left, now that nothing happens any more.
  func readAll() {
    let stores = belongings.flatMap { $0.withLock { $0.stores } } + [rootStore].compactMap { $0 }
    for store in stores { log.record(.read(node: store.node, store.handle.state)) }
  }
}
