import BuiltPrograms
import Foundation
import TestSupport
import Testing

/// System calls fail in a separate process, in which nothing else depends on them.
@Suite struct FaultTests {
  @Test(arguments: [3, 15, 40])
  func `whatever calls fail, the file has a complete state, and none is overwritten unread`(_ percent: Int) throws {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    for _ in 0..<(isLong ? 10 : 1) {
      let folder = try TemporaryFolder()
      let seed = UInt64.random(in: 0 ... .max)
      let rounds = isLong ? 1_000 : 200
      let words = try BuiltProgram("FaultVictim")
        .words([folder.state.path, String(percent), String(seed), String(rounds)])
      print("\(percent) % of the calls fail, seed \(seed): \(words.joined(separator: " "))")
      try #require(words.first == "saved" && words.count == 6, "seed \(seed): \(words.joined(separator: " "))")
      #expect(Int(words[5]) ?? 0 >= rounds * percent / 100)
    }
  }
}
