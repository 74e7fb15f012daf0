import Foundation
import PureduxTesting
import Testing

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

@Suite struct `Seeded bugs` {
  @Test(arguments: SeededBug.searched) func `are found, and their shortened runs fail alike`(bug: SeededBug) throws {
    let found = try #require(bug.search(400, 0, true).found)
    let failures = RecordedFailures()
    failures.recording { bug.replay(found.steps.joined(separator: "\n")) }
    #expect(failures.values.count == 1)
    #expect(failures.values.first?.contains("This does not always hold: \(found.invariant)") == true)
    #expect(found.stepCounts.last <= 6)
  }

  @Test(arguments: SeededBug.features) func `are the only ones of their features`(feature: SeededBug) {
    let found = feature.search(20, 1, true).found
    #expect(found?.report(from: SourcePosition(), to: SourcePosition()) == nil)
  }
}
