import Dispatch
import PureduxCore
import PureduxTesting
import ThreadProbes

/// A random run of one seed, compared with the model.
package struct ModelRun {
  let seed: UInt64
  let steps: Int
  let driver: ModelDriver
  var droppedAction: Int?

  private(set) var log: [ModelEntry] = []
  package private(set) var operations: [ModelOperation] = []
  private var remainingStores = 0

  /// With a driver that uses the main thread, call it there.
  package init(seed: UInt64, steps: Int, _ driver: ModelDriver, droppedAction: Int? = nil) {
    self.seed = seed
    self.steps = steps
    self.driver = driver
    self.droppedAction = droppedAction
    switch driver {
    case .byHand: runByHand()
    case .queue: runOnQueue()
    case .main: runOnMain()
    case .mainAtOnce: runOnMainAtOnce()
    }
  }

  /// The violation of a law, if there is one, with the preceding events.
  package func report() -> String? {
    guard let violation = violation() else { return nil }
    let story = log.prefix(violation.step + 1).suffix(400).map { "\($0)" }.joined(separator: "\n  ")
    return "\(driver): \(violation)\n  \(story)\nrepeat it with PUREDUX_MODEL_SEED=\(seed)"
  }

  /// Returns the law that the run violated, if any.
  func violation(in log: [ModelEntry]? = nil) -> Violation? {
    var laws = ModelLaws(isStrict: driver.isStrict)
    do {
      try laws.check(log ?? self.log)
      guard remainingStores == 0 else {
        return Violation(text: "L7: \(remainingStores) stores outlived their handles", step: self.log.count)
      }
      return nil
    } catch { return error }
  }

  private func world(_ runner: some StoreRunner) -> ModelWorld {
    ModelWorld(seed: seed, runner: runner, driver, droppedAction: droppedAction)
  }

  /// Three threads, one at a time, and deliveries as chosen by the seed.
  private mutating func runByHand() {
    let runner = ManualRunner()
    let world = world(runner)
    let crew = ThreadCrew(count: ModelWorld.threadCount)
    drawSteps { thread, seed, delivers in
      crew.perform(on: thread) {
        var random = SeededGenerator(seed: seed)
        if delivers { world.deliver { runner.runUntilIdle() } } else { world.step(of: thread, &random) }
      }
    }
    crew.perform(on: 0) { world.deliver { runner.runUntilIdle() } }
    finish(world) { runner.runUntilIdle() }
  }

  /// Three threads at once, with a tree that runs on a fourth.
  private mutating func runOnQueue() {
    let queue = DispatchQueue(label: "model")
    let world = world(.queue(queue))
    let (seed, steps) = (seed, steps)
    ThreadCrew(count: ModelWorld.threadCount).performOnAll { thread in Self.run(steps, of: thread, seed, in: world) {} }
    queue.sync {}
    world.log.record(.idle)
    finish(world) { queue.sync {} }
  }

  /// The main thread and two others, one at a time, and deliveries of the others' posts as chosen by the seed.
  private mutating func runOnMain() {
    let world = world(.main)
    let crew = ThreadCrew(count: ModelWorld.threadCount - 1)
    drawSteps { thread, seed, delivers in
      if delivers {
        world.deliver(MainLoop.runUntilIdle)
      } else if thread == 0 {
        var random = SeededGenerator(seed: seed)
        world.stepOnMain(&random)
      } else {
        crew.perform(on: thread - 1) {
          var random = SeededGenerator(seed: seed)
          world.step(of: thread, &random)
        }
      }
    }
    world.deliver(MainLoop.runUntilIdle)
    finish(world, MainLoop.runUntilIdle)
  }

  /// The main thread, which delivers the posts of other threads after each of its steps, and two others.
  private mutating func runOnMainAtOnce() {
    let world = world(.main)
    let (seed, steps) = (seed, steps)
    let crew = ThreadCrew(count: ModelWorld.threadCount - 1)
    crew.performOnAll { thread in
      Self.run(steps, of: thread + 1, seed, in: world) {}
    } meanwhile: {
      Self.run(steps, of: 0, seed, in: world, afterEach: MainLoop.runUntilIdle)
    }
    MainLoop.runUntilIdle()
    world.log.record(.idle)
    finish(world, MainLoop.runUntilIdle)
  }

  private static func run(
    _ steps: Int, of thread: Int, _ seed: UInt64, in world: ModelWorld, afterEach: () -> Void
  ) {
    var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
    for _ in 0..<(steps / ModelWorld.threadCount) {
      world.step(of: thread, &random)
      afterEach()
    }
  }

  /// Draws the thread of each step, its seed, and whether it is a delivery.
  private func drawSteps(_ take: (_ thread: Int, _ seed: UInt64, _ delivers: Bool) -> Void) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<steps {
      let thread = Int.random(in: 0..<ModelWorld.threadCount, using: &random)
      let seed = random.next()
      take(thread, seed, Int.random(in: 0..<6, using: &random) == 0)
    }
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
  func deliver(_ runUntilIdle: () -> Void) {
    operations.record(.deliver)
    runUntilIdle()
    log.record(.idle)
  }

  /// Takes a step on the main thread. The actions that it dispatches are delivered before it returns, together with
  /// everything queued before.
  func stepOnMain(_ random: inout SeededGenerator) {
    let done = step(of: 0, &random)
    if done == .dispatch { log.record(.idle) }
  }

  /// Reads every remaining store, after all other work has ended.
  func readAll() {
    let stores = belongings.flatMap { $0.withLock { $0.stores } } + [rootStore].compactMap { $0 }
    for store in stores { log.record(.read(node: store.node, store.handle.state)) }
  }
}
