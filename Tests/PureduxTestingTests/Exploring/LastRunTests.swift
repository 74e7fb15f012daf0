import Foundation
import Testing

@testable import PureduxTesting

@Suite struct `The file of the last run` {
  /// The number of a process that does not exist.
  private let ended = Int32.max

  private static var counting: Exploration<Void, StateStore<Int, Int>, Int, Int> {
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }
    } actions: { _ in
      [1]
    }
  }

  @Test func `is left by a process that ends, is repeated first, and is gone afterwards`() throws {
    let position = SourcePosition(line: 900_001)
    let first = LastRun(position, seed: 0, process: ended)
    #expect(LastRun(position, seed: 0).takeLeft() == nil)
    first.write("a longer text")
    first.write("launch\nsend 1\nsend 2")
    #expect(try String(contentsOfFile: first.path, encoding: .utf8) == "launch\nsend 1\nsend 2")
    let failures = RecordedFailures()
    failures.recording {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1, 2]
      }
      .always("the count is small") { $0.state < 3 }
      .run(runs: 0, line: 900_001)
    }
    #expect(failures.values.first?.contains("The run that was left in \(first.path)") == true)
    #expect(!FileManager.default.fileExists(atPath: first.path))
  }

  @Test func `with a seed repeats the random run`() throws {
    let position = SourcePosition(line: 900_002)
    LastRun(position, seed: 0, process: ended).write("seed 7 30")
    let failures = RecordedFailures()
    failures.recording {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1, 2]
      }
      .always("the count is small") { $0.state < 3 }
      .run(runs: 0, line: 900_002)
    }
    #expect(failures.values.count == 1)
  }

  @Test func `is removed if its run passes by now`() {
    let position = SourcePosition(line: 900_004)
    let left = LastRun(position, seed: 0, process: ended)
    left.write("launch\nsend 1")
    Self.counting.run(runs: 0, line: 900_004)
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  @Test func `is removed by an exploration that passes`() {
    let position = SourcePosition(line: 900_003)
    Self.counting.run(runs: 3, line: 900_003)
    #expect(!FileManager.default.fileExists(atPath: LastRun(position, seed: 0).path))
  }

  @Test func `is not taken from a process that is in its run`() {
    let run = LastRun(SourcePosition(line: 900_005), seed: 0)
    run.write("launch\nsend 1")
    #expect(run.takeLeft() == nil)
    #expect(FileManager.default.fileExists(atPath: run.path))
    run.remove()
  }
}

@Suite struct `The environment of an exploration` {
  /// What an exploration reports that finds only whether the count reaches 5.
  private func failures(_ environment: [String: String], runs: Int = 200) -> [String] {
    let failures = RecordedFailures()
    failures.recording {
      var exploration = Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
      } actions: { _ in
        [1, 2]
      }
      .always("the count is small") { $0.state < 5 }
      exploration.environment = environment
      exploration.run(runs: runs)
    }
    return failures.values
  }

  @Test func `names a single run to repeat`() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    try "send 2\nsend 2".write(to: file, atomically: true, encoding: .utf8)
    #expect(failures(["PUREDUX_EXPLORE_LAST": file.path]) == [])
    try "send 2\nsend 2\nsend 1".write(to: file, atomically: true, encoding: .utf8)
    let text = failures(["PUREDUX_EXPLORE_LAST": file.path]).first
    #expect(text?.contains("This does not always hold: the count is small") == true)
    #expect(text?.contains("The run has 3 steps:") == true)
  }

  @Test func `fails for a file that is missing`() {
    let text = failures(["PUREDUX_EXPLORE_LAST": "/nowhere/run.txt"]).first
    #expect(text?.contains("`There is no file /nowhere/run.txt` is not a step") == true)
  }

  @Test func `sets the seed`() {
    #expect(failures(["PUREDUX_SEED": "7"]).first?.contains(" of seed 7 found it") == true)
  }

  @Test func `explores for a time, from another seed each time`() {
    let texts = (0..<2).map { _ in failures(["PUREDUX_EXPLORE": "60"], runs: 0).first ?? "" }
    #expect(texts.allSatisfy { $0.contains("This does not always hold: the count is small") })
    #expect(texts[0] != texts[1])
    let seeds = (0..<2).map { _ in failures(["PUREDUX_EXPLORE": "60", "PUREDUX_SEED": "7"], runs: 0) }
    #expect(seeds[0] == seeds[1])
    #expect(failures(["PUREDUX_EXPLORE": "0"]) == [])
  }
}

@Suite struct `The source of a printed test` {
  private func source(_ text: String, from first: UInt, to last: UInt) -> String? {
    RunResult.source(
      of: text.components(separatedBy: "\n"), from: SourcePosition(line: first), to: SourcePosition(line: last))
  }

  @Test func `is that of the exploration`() {
    let text = """
        @Test func a() {
          let wanted = Exploration {
            make()
          } actions: { _ in []
          }
          .always("x") {
            $0.state
          }
            .run(runs: 3)
        }
      """
    #expect(
      source(text, from: 2, to: 9) == """
        Exploration {
          make()
        } actions: { _ in []
        }
        .always("x") {
          $0.state
        }
        """)
  }

  @Test func `is one line, or the name of a function or a variable`() {
    #expect(source("  Exploration { a } actions: { b }.run()", from: 1, to: 1) == "Exploration { a } actions: { b }")
    #expect(source("  let e = Exploration { a } actions: { b }\n  e.run(seed: 3)", from: 1, to: 2) == "e")
    #expect(source("  makeExploration(1).run(seed: 3)", from: 400, to: 1) == "makeExploration(1)")
    let function = "  @Test func a() { makeExploration { $0 }.always { $0 }.run() }"
    #expect(source(function, from: 400, to: 1) == "makeExploration { $0 }.always { $0 }")
    #expect(
      source("func a() { Exploration { b } actions: { c }.run() }", from: 1, to: 1)
        == "Exploration { b } actions: { c }")
  }

  @Test func `is missing if the file has changed`() {
    #expect(source("", from: 1, to: 7) == nil)
    #expect(source("nothing of the kind", from: 1, to: 1) == nil)
    #expect(source("}.run()", from: 7, to: 1) == nil)
  }
}
