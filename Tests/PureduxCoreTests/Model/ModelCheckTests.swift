import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import TreeModel

@Suite struct `A model of the laws` {
  private static let stepsOfARun = 2_000
  /// The seeds of the runs in which a fault must be found.
  private static let seedsOfFaults: Range<UInt64> =
    ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 0..<4 : 0..<1

  @Test func `agrees with random trees step by step`() {
    var check = ModelCheck("by hand and on a queue", stepsOfARun: Self.stepsOfARun)
    for seed in ModelCheck.seeds(steps: 24_000, stepsOfARun: Self.stepsOfARun) {
      guard let violation = check.run(seed: seed, seed % 4 != 3 ? .byHand : .queue) else { continue }
      Issue.record("\(violation)")
      return
    }
    print(check.statistics.joined(separator: "\n"))
    #expect(check.rareOperations == [])
  }

  @Test func `repeats a run for the same seed`() {
    for seed in UInt64(0)..<3 {
      let runs = (0..<2).map { _ in ModelRun(seed: seed, steps: 500, .byHand) }
      #expect(runs[0].log.map { "\($0)" } == runs[1].log.map { "\($0)" })
    }
  }

  @Test(arguments: 0..<UInt64(15)) func `has at most forty nodes, however many stores it creates`(seed: UInt64) throws {
    let runner = ManualRunner()
    let world = ModelWorld(seed: seed, runner: runner, .byHand)
    let root = try #require(world.rootStore)
    var random = SeededGenerator(seed: seed)
    for number in 0..<600 {
      let owner = number % ModelWorld.threadCount
      let operation = [ModelOperation.makeChild, .release].randomElement(using: &random) ?? .makeChild
      world.belongings[owner].withLock {
        _ = ModelStep(world: world, root: root, source: owner).perform(operation, &$0, &random)
      }
      if number % 20 == 0 { world.deliver { runner.runUntilIdle() } }
    }
    world.deliver { runner.runUntilIdle() }
    var laws = ModelLaws(isStrict: true)
    try laws.check(world.log.values)
    world.end()
    runner.runUntilIdle()
  }

  @Test(arguments: [ModelDriver.byHand, .queue]) func `finds an action that was dropped`(driver: ModelDriver) {
    for seed in Self.seedsOfFaults {
      let run = ModelRun(seed: seed, steps: Self.stepsOfARun, driver, droppedAction: 200)
      #expect(run.violation() != nil)
    }
  }

  @Test(arguments: [ModelDriver.byHand, .queue])
  func `finds a publication that was skipped`(driver: ModelDriver) throws {
    for seed in Self.seedsOfFaults {
      let run = ModelRun(seed: seed, steps: Self.stepsOfARun, driver)
      let log = try #require(run.log.skippingOnePublication(after: 1_000))
      #expect(run.violation() == nil)
      #expect(run.violation(in: log) != nil)
    }
  }

  @Test func `finds an observer that sees the structure of an earlier state, or is called before the structure`() throws
  {
    for seed in Self.seedsOfFaults {
      let run = ModelRun(seed: seed, steps: Self.stepsOfARun, .byHand)
      #expect(run.violation() == nil)
      let (old, late) = (try #require(run.log.withOldStructure()), try #require(run.log.withLateStructure()))
      #expect(run.violation(in: old) != nil)
      #expect(run.violation(in: late) != nil)
    }
  }
}

extension [ModelEntry] {
  /// The log of a tree in which an observer read the structure of an earlier state.
  fileprivate func withOldStructure() -> [ModelEntry]? {
    var last: [Int: [Int]] = [:]
    for (index, entry) in enumerated() {
      guard case .structure(let family, let ids) = entry else { continue }
      if let old = last[family], old != ids {
        var log = self
        log[index] = .structure(family: family, old)
        return log
      }
      last[family] = ids
    }
    return nil
  }

  /// The log of a tree that called an observer before it brought a family in line.
  fileprivate func withLateStructure() -> [ModelEntry]? {
    let families = families
    var family: Int?
    for (index, entry) in enumerated() {
      switch entry {
      case .reduced: family = nil
      case .observed(let observer, _) where families.contains(observer): family = index
      case .observed:
        guard let family, family == index - 1 else { continue }
        var log = self
        log.swapAt(family, index)
        return log
      default: break
      }
    }
    return nil
  }

  /// The families, which a turn may bring in line before their own messages, so that a turn may also skip them.
  fileprivate var families: Set<Int> {
    Set(compactMap { if case .subscribing(let observer, _, .family, _) = $0 { observer } else { nil } })
  }
}

extension ArraySlice<ModelEntry> {
  /// The observers that were called in its turns, except these.
  fileprivate func observersInTurns(except families: Set<Int>) -> Set<Int> {
    var isInTurn = false
    var observers: Set<Int> = []
    for entry in self {
      switch entry {
      case .reduced: isInTurn = true
      case .published: isInTurn = false
      case .observed(let observer, _): if isInTurn { observers.insert(observer) }
      default: break
      }
    }
    return observers.subtracting(families)
  }
}

extension [ModelEntry] {
  /// The log of a tree that failed to publish one turn.
  ///
  /// One of the observers that were called in that turn is also called in a later turn, so it was not ending at that
  /// time: an observer that another thread is ending may be skipped.
  fileprivate func skippingOnePublication(after start: Int) -> [ModelEntry]? {
    let families = families
    var turn: Int?
    for index in indices.dropFirst(start) {
      switch self[index] {
      case .reduced: turn = index
      case .published:
        guard let begin = turn,
          !self[begin...index].observersInTurns(except: families)
            .isDisjoint(with: self[index...].observersInTurns(except: families))
        else { continue }
        let kept = self[begin...index].filter { if case .observed = $0 { false } else { true } }
        return Array(self[..<begin]) + kept + Array(self[(index + 1)...])
      default: break
      }
    }
    return nil
  }
}
