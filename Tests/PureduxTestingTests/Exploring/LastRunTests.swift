import Foundation
import Testing

@testable import PureduxTesting

@Suite struct `The file of the last run` {
  @Test func `is left by a process that ends, is repeated first, and is gone afterwards`() throws {
    let position = SourcePosition(line: 900_001)
    let first = LastRun(position, seed: 0, nil)
    #expect(first.left == nil)
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
    LastRun(position, seed: 0, nil).write("seed 7 30")
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

  @Test func `is removed by an exploration that passes`() {
    let position = SourcePosition(line: 900_003)
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }
    } actions: { _ in
      [1]
    }.run(runs: 3, line: 900_003)
    #expect(LastRun(position, seed: 0, nil).left == nil)
  }
}

@Suite struct `The source of a printed test` {
  private func source(_ text: String, from first: UInt, to last: UInt) -> String? {
    FoundRun.source(
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
  }

  @Test func `is missing if the file has changed`() {
    #expect(source("", from: 1, to: 7) == nil)
    #expect(source("nothing of the kind", from: 1, to: 1) == nil)
    #expect(source("}.run()", from: 7, to: 1) == nil)
  }
}
