import BuiltPrograms
import Foundation
import Testing

/// Runs in a separate process, whose main thread serves the main queue.
@Suite struct RunnerAttackTests {
  @Test
  func
    `what eight threads send to trees with seven kinds of runners is reduced once, in order, and no effect lands late`()
    throws
  {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    let output = try BuiltProgram("RunnerAttack").output(
      [isLong ? "60" : "1", String(seed)], environment: BuiltProgram.showingThreads)
    print(output)
    let last = try #require(output.split(separator: "\n").last)
    #expect(last.hasPrefix("all accounted for"))
  }
}
