import BuiltPrograms
import Foundation
import TestSupport
import Testing

/// Four processes that share a document over files, and are killed and stopped at random.
@Suite struct ReplicaCrowdTests {
  private static let kills = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 2_000 : 40

  @Test func `nothing accepted is lost, doubled or reordered, whoever is killed or stopped, and no file is locked`()
    throws
  {
    let folder = try TemporaryFolder()
    let words = try BuiltProgram("ReplicaCrowd").words(["supervise", folder.url.path, "\(Self.kills)"])
    func figure(_ name: String) -> Int? { words.firstIndex(of: name).flatMap { Int(words[$0 + 1]) } }
    #expect(figure("kills") == Self.kills, "\(words)")
    #expect(figure("stops") ?? 0 > 0)
    #expect(figure("accepted") ?? 0 > 0)
    #expect(figure("lost") == 0)
    #expect(figure("errors") == 0)
    #expect(figure("different") == 0)
    #expect(figure("locks") == 0)
    // At rest. Until then, the journal also has what was appended while the application was stopped or made a snapshot.
    #expect(figure("journal") ?? .max <= 2 * (figure("document") ?? 0) + (64 << 10))
    print(words.joined(separator: " "))
  }
}
