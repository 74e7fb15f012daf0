import BuiltPrograms
import Foundation
import Testing

/// Whole programs, built without knowing of faults, some of whose calls of the system fail on all of their threads.
@Suite(.enabled(if: PreloadedFaults.isPossible, "needs clang, and a system that preloads"), .serialized)
struct PreloadedFaultTests {
  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let calls = [
    "open", "openat", "read", "write", "fsync", "flock", "fstat", "fstatat", "readlinkat", "renameat", "unlinkat",
    "close",
  ]

  @Test(arguments: [3, 15, 40])
  func `whichever call fails in a program that keeps its state, nothing is lost that it was told is saved`(
    _ percent: Int
  ) throws {
    let faults = try PreloadedFaults()
    // The rare ones are tried one by one in the long form only.
    let kinds = Self.isLong || percent == 40 ? [nil] + Self.calls.map { $0 } : [nil]
    for calls in kinds {
      let folder = try TemporaryFolder()
      var (saved, found) = (0, 0)
      for run in 0..<(Self.isLong ? 50 : 3) {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let before = folder.savedNumber
        let said = try faults.output(of: "StoreVictim", in: folder, first: run * 10 + 1, percent, calls, seed)
        let story = VictimStory(said, before: before)
        if let problem = story.problem(after: folder.savedNumber, in: folder) {
          Issue.record("\(percent) % of \(calls ?? "all calls"), run \(run), seed \(seed): \(problem)\n\(said)")
          return
        }
        saved += story.savedCount
        found += story.began == 0 ? 0 : 1
      }
      print(
        "\(percent) % of \(calls ?? "all calls") fail: \(try faults.takeCount()) faults, \(saved) saved, \(found) found"
      )
    }
  }
}
