import Foundation
import PureduxTesting
import Testing
import ThreadProbes

/// A bug of a feature, with its search of a type that does not depend on the feature.
struct SeededBug: Sendable, CustomTestStringConvertible {
  let name: String
  let search: @Sendable (_ runs: Int, _ seed: UInt64, _ isSwarming: Bool) -> ExplorationSearch
  let replay: @Sendable (_ steps: String) -> Void

  var testDescription: String { name }

  init<Server, App, State, Action>(
    _ name: String, _ make: @escaping @Sendable () -> Exploration<Server, App, State, Action>
  ) {
    self.name = name
    search = { runs, seed, isSwarming in
      var exploration = make()
      exploration.isSwarming = isSwarming
      return exploration.search(runs: runs, seed: seed)
    }
    replay = { make().replay($0) }
  }

  static let all: [SeededBug] =
    Player.Bug.allCases.map { bug in SeededBug("player \(bug)") { Player.exploration(bug) } }
    + Outbox.Bug.allCases.map { bug in SeededBug("outbox \(bug)") { Outbox.exploration(bug) } }
    + Document.Bug.allCases.map { bug in SeededBug("document \(bug)") { Document.exploration(bug) } }
    + Tabs.Bug.allCases.map { bug in SeededBug("tabs \(bug)") { Browser.exploration(bug) } }

  /// All bugs in the long form. Otherwise without those whose runs are long until they fail; and when the whole suite is
  /// repeated, three of them, and others each time.
  static let searched: [SeededBug] = {
    let environment = ProcessInfo.processInfo.environment
    if environment["PUREDUX_LONG"] == "1" { return all }
    let quick = all.filter { !["outbox storms", "tabs circles"].contains($0.name) }
    return environment["PUREDUX_REPEATING"] == "1" ? Array(quick.shuffled().prefix(3)) : quick
  }()

  static let features = [
    SeededBug("player") { Player.exploration(nil) }, SeededBug("outbox") { Outbox.exploration(nil) },
    SeededBug("document") { Document.exploration(nil) }, SeededBug("tabs") { Browser.exploration(nil) },
  ]
}

/// The searches of some bugs, in one line of a table.
private struct SearchSummary: CustomStringConvertible {
  private(set) var count = 0
  private(set) var found = 0
  private var (runs, steps, shrunk, replays, time) = ([Int](), 0, 0, 0, Duration.zero)

  mutating func add(_ search: ExplorationSearch, _ time: Duration) {
    count += 1
    self.time += time
    guard let run = search.found else { return }
    found += 1
    runs.append(search.runCount)
    (steps, shrunk) = (steps + (run.shrinking?.stepCount ?? run.stepCount), shrunk + run.stepCount)
    replays += run.shrinking?.runCount ?? 0
  }

  var description: String {
    guard found > 0 else { return "\(found)/\(count)" }
    let mean = { (sum: Double) in (sum / Double(found) * 10).rounded() / 10 }
    return "\(found)/\(count), runs \(runs.sorted()[found / 2]) (mean \(mean(Double(runs.reduce(0, +))))), "
      + "steps \(mean(Double(steps))) → \(mean(Double(shrunk))) in \(mean(Double(replays))) replays, "
      + "\((time / count).formatted(.units(allowed: [.milliseconds])))"
  }
}

@Suite struct `Seeded bugs` {
  @Test(arguments: SeededBug.searched) func `are found, and their shortened runs fail alike`(bug: SeededBug) throws {
    let found = try #require(bug.search(400, 0, true).found)
    let failures = RecordedFailures()
    failures.recording { bug.replay(found.steps.joined(separator: "\n")) }
    #expect(failures.values.count == 1)
    #expect(failures.values.first?.contains("This does not always hold: \(found.invariant)") == true)
    #expect(found.stepCount <= (bug.name == "tabs ignoresTenth" ? 10 : 8), "\(found.steps)")
  }

  @Test(arguments: SeededBug.features) func `are the only ones of their features`(feature: SeededBug) {
    let found = feature.search(20, 1, true).found
    #expect(found?.report(from: SourcePosition(), to: SourcePosition()) == nil)
  }

  /// Prints the table of the article's figures.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"))
  func `are found by a swarm, and as often as by plain random runs with the same budget`() {
    var sums = [SearchSummary(), SearchSummary()]
    for bug in SeededBug.all {
      var rows = sums.map { _ in SearchSummary() }
      for seed in UInt64(0)..<3 {
        for (index, isSwarming) in [true, false].enumerated() {
          var search = ExplorationSearch()
          let time = ThreadTime.measure { search = bug.search(400, seed, isSwarming) }
          rows[index].add(search, time)
          sums[index].add(search, time)
        }
      }
      print("\(bug.name)\n  swarm: \(rows[0])\n  plain: \(rows[1])")
    }
    print("All seeded bugs\n  swarm: \(sums[0])\n  plain: \(sums[1])")
    #expect(sums[0].found >= sums[1].found - 2)
    #expect(sums[0].found * 20 >= sums[0].count * 19)
  }
}
