import BuiltPrograms
import Foundation
import PureduxPersistence
import SavedModel
import TestSupport
import Testing

/// Whole programs, built without the fault library, some of whose system calls fail, on all threads.
@Suite(.enabled(if: PreloadedFaults.isPossible, "needs clang, and a system that preloads"), .serialized)
struct PreloadedFaultTests {
  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let calls = [
    "open", "openat", "read", "write", "fsync", "flock", "fstat", "fstatat", "readlinkat", "renameat", "unlinkat",
    "close",
  ]

  @Test(arguments: [3, 15, 40])
  func `whichever call fails in a program that saves its state, no state reported as saved is lost`(
    _ percent: Int
  ) throws {
    let faults = try PreloadedFaults()
    // Single kinds of calls are tested only in the long form, and at a percentage of 40.
    let kinds = Self.isLong || percent == 40 ? [nil] + Self.calls.map { $0 } : [nil]
    for calls in kinds {
      let folder = try TemporaryFolder()
      var (saved, found) = (0, 0)
      for run in 0..<(Self.isLong ? 50 : 3) {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let before = folder.savedNumber
        let arguments = ["store", folder.state.path, String(run * 10 + 1), String(run * 10 + 10)]
        let said = try faults.output(of: "Victim", arguments, in: folder, percent, calls, seed)
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

  private static let journalCalls = calls + ["pread", "pwrite", "ftruncate", "fdatasync"]

  @Test(arguments: [3, 15, 40])
  func `whichever call fails in a program that keeps its state in a journal, no saved edit is lost`(
    _ percent: Int
  ) throws {
    let faults = try PreloadedFaults()
    let kinds = Self.isLong || percent == 40 ? [nil] + Self.journalCalls.map { $0 } : [nil]
    for calls in kinds {
      let folder = try TemporaryFolder()
      var (saved, shelf) = (0, Shelf())
      for run in 0..<(Self.isLong ? 50 : 3) {
        let seed = UInt64.random(in: 0...UInt64(UInt32.max))
        let arguments = ["store", "journal", folder.state.path, "60"]
        let said = try faults.output(of: "Victim", arguments, in: folder, percent, calls, seed)
        let story = JournalStory(said, before: shelf.turn.number)
        let found = Journal<Shelf>(FileStorage(folder.state)).restore(Shelf.saved, into: Shelf()) ?? Shelf()
        if let problem = story.problem(after: found.turn.number, in: folder) {
          Issue.record("\(percent) % of \(calls ?? "all calls"), run \(run), seed \(seed): \(problem)\n\(said)")
          return
        }
        while shelf.turn.number < found.turn.number { shelf.edit(shelf.turn.number + 1) }
        #expect(found.isSaved(as: shelf), "\(percent) % of \(calls ?? "all calls"), run \(run), seed \(seed)")
        saved += story.savedCount
      }
      print("\(percent) % of \(calls ?? "all calls") fail: \(try faults.takeCount()) faults, \(saved) saved")
    }
  }
}

/// The output of a program that saved a shelf in a journal while calls failed.
private struct JournalStory {
  private let lines: [[String]]
  private let before: Int

  init(_ output: String, before: Int) {
    lines = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    self.before = before
  }

  var savedCount: Int { lines.count { $0.first == "saved" } }

  /// A contradiction between the output and the number of edits in the file; nil if there is none.
  func problem(after: Int, in folder: TemporaryFolder) -> String? {
    let told = lines.filter { $0.first == "told" }
    guard lines.last == ["ended"], let began = lines.first(where: { $0.first == "began" }).flatMap({ Int($0[1]) })
    else {
      return "it did not come to its end"
    }
    if began != before, began != 0 || told.isEmpty { return "it began with \(began), and \(before) was saved" }
    let wrong = ["damaged", "otherVersion", "notEncodable", "unsuitableFile", "missingFolder"]
    if let lie = told.first(where: { $0.contains("aside") || wrong.contains($0[1].filter(\.isLetter)) }) {
      return "it was told \(lie.joined(separator: " "))"
    }
    if let other = folder.files.first(where: { $0 != "state.json" && $0 != "state.json.new" }) {
      return "\(other) is there"
    }
    let numbers = lines.compactMap { line in line.first == "saved" ? Int(line[1]) : nil }
    if numbers != numbers.sorted() { return "what was saved has gone back: \(numbers)" }
    let last = lines.lastIndex { $0.first == "saved" }
    let least = last.flatMap { Int(lines[$0][1]) } ?? before
    let most = lines[(last ?? 0)...].compactMap { $0.first == "saving" ? Int($0[1]) : nil }.max() ?? least
    return (least...max(least, most)).contains(after) ? nil : "\(after) edits are in the file, not \(least) to \(most)"
  }
}
