import PureduxCore
import PureduxTesting

extension ModelWorld {
  /// Performs one random operation for a thread. Returns the operation; nil if there was none.
  @discardableResult
  func step(of owner: Int, _ random: inout SeededGenerator) -> ModelOperation? {
    turns.withLock { $0.allowance = min($0.allowance + 1, 3) }
    return perform(ModelOperation.drawnByThreads.draw(&random), of: owner, by: owner, &random)
  }

  /// Performs one random operation inside a turn, once in a number of calls.
  func react(with operations: [(ModelOperation, weight: Int)], onceIn calls: Int) {
    let drawn = turns.withLock { turns -> (operation: ModelOperation, random: SeededGenerator)? in
      guard turns.allowance > 0, Int.random(in: 0..<calls, using: &turns.random) == 0 else { return nil }
      turns.allowance -= 1
      return (operations.draw(&turns.random), SeededGenerator(seed: turns.random.next()))
    }
    guard let operation = drawn?.operation, var random = drawn?.random else { return }
    perform(operation, of: Int.random(in: driver.ownersInTurns, using: &random), by: turnSource, &random)
  }

  @discardableResult
  private func perform(
    _ operation: ModelOperation, of owner: Int, by source: Int, _ random: inout SeededGenerator
  ) -> ModelOperation? {
    guard let root = rootStore else { return nil }
    if operation == .read {
      read(root, of: owner, &random)
      return .read
    }
    var generator = random
    let done = belongings[owner].withLock { mine in
      let step = ModelStep(world: self, root: root, source: source)
      return step.perform(operation, &mine, &generator)
    }
    random = generator
    operations.record(done)
    return done
  }

  /// Reads outside turns, and therefore without a lock that a reducer may need.
  private func read(_ root: ModelStore, of owner: Int, _ random: inout SeededGenerator) {
    operations.record(.read)
    guard driver.isStrict else { return _ = root.handle.state }
    let store = belongings[owner].withLock { [$0.stores, [root]].joined().randomElement(using: &random) } ?? root
    log.record(.read(node: store.node, store.handle.state))
  }
}
