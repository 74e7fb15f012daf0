import Foundation
import Puredux
import PureduxTesting
import Testing
import ThreadProbes

/// Prints the figures of the article, in the long form of the tests.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"), .serialized)
struct `The speed of an exploration` {
  private static func counter() -> Exploration<Void, StateStore<Int, Int>, Int, Int> {
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }
    } actions: { _ in
      [1, -1]
    }
  }

  @Test func `is a thousand steps a second for a counter, in processor time`() {
    measure("a counter", Self.counter(), runs: 500, atLeast: 1_000)
  }

  @Test func `is a hundred steps a second for a to-do list`() {
    measure("a to-do list", `The exploration of the to-do list`.exploration(), runs: 100, atLeast: 100)
  }

  @Test func `is a hundred steps a second for a shop`() {
    measure("a shop", `The exploration of the shop`.exploration(), runs: 50, atLeast: 100)
  }

  private func measure<Server, App, State, Action>(
    _ name: String, _ exploration: Exploration<Server, App, State, Action>, runs: Int, atLeast least: Double
  ) {
    var search = ExplorationSearch()
    let time = ThreadTime.measure { search = exploration.search(runs: runs, seed: 0) }
    let steps = Double(search.stepCount) / (time / .seconds(1))
    print("\(name): \(Int(steps)) steps a second, \(runs) runs in \(time.formatted(.units(allowed: [.milliseconds])))")
    #expect(search.found == nil)
    #expect(steps >= least || ThreadTime.isMultiplied)
  }

  #if os(Linux)
    @Test func `costs no memory: a hundred thousand runs take as much as a thousand`() throws {
      var kilobytes: [Int] = []
      for (round, runs) in [1_000, 9_000, 90_000].enumerated() {
        #expect(Self.counter().search(runs: runs, steps: 2, seed: UInt64(round)).found == nil)
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        kilobytes.append(try #require(Int(pages[1])) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024)
      }
      print("memory after 1,000, 10,000 and 100,000 runs of a counter: \(kilobytes) kB")
      #expect(kilobytes[2] - kilobytes[0] < 10_000)
    }
  #endif
}
