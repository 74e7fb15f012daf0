import BenchmarkPeers
import Foundation
import Testing

@Suite struct PeerProgramTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(UUID().uuidString)")

  /// The programs of a folder with one script.
  ///
  /// Written by the shell: a file that this process has open cannot be executed, and a program that another test is
  /// starting also has the file open for a moment.
  private func programs(_ name: String, _ script: String, isExecutable: Bool = true) throws -> [PeerProgram] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    let writer = try Process.run(
      URL(fileURLWithPath: "/bin/sh"),
      arguments: [
        "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod "$3" "$2""#, "sh", script, file.path,
        isExecutable ? "755" : "644",
      ])
    writer.waitUntilExit()
    return try PeerProgram.all(in: folder)
  }

  @Test func `a program receives the workload's name, and its nanoseconds are read`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let peer = try #require(programs("other.sh", "[ \"$1\" = W1 ] && echo 36.5; exit 0").first)
    #expect(peer.name == "other")
    #expect(try peer.nanoseconds(for: "W1") == 36.5)
    #expect(try peer.nanoseconds(for: "W2") == nil)
  }

  @Test(arguments: ["exit 3", "echo fast", "echo -1", "echo nan", "echo inf"])
  func `a program that fails or prints no time is refused`(script: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let peer = try #require(programs("other", script).first)
    #expect(throws: PeerProgram.Failure.self) { try peer.nanoseconds(for: "W1") }
  }

  @Test func `a folder without a program is refused`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: PeerProgram.Failure.self) { try programs("notes.txt", "", isExecutable: false) }
  }
}
