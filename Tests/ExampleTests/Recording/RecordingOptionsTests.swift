import ExampleCommandLine
import ExampleRecording
import Foundation
import PureduxCore
import PureduxInspector
import Testing

@Suite struct `The recording options of an example` {
  private func taken(_ arguments: String...) -> RecordingOptions? {
    var options = RecordingOptions()
    return CommandLineOptions.read(arguments, take: { options.take($0, $1) }) ? options : nil
  }

  @Test func `name a file and request a page`() {
    #expect(taken("--record", "a", "--inspect")?.file == "a")
    #expect(taken("--inspect")?.isInspected == true)
    #expect(taken()?.file == nil)
    #expect(taken("--replay", "a")?.replayedFile == "a")
    #expect(taken("--story", "a")?.toldFile == "a")
    #expect(taken("--record") == nil)
    #expect(taken("--recrod", "a") == nil)
  }

  @Test func `write a session, or report why they cannot`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).session")
    defer { try? FileManager.default.removeItem(at: url) }
    let store = StateStore<Int, Int>(0, named: "count") { $0 += $1 }
    var options = RecordingOptions()
    options.file = url.path
    try options.begin(store) { _ in }
    await store.send(5)
    ProgramRecording.flush()
    #expect(try RecordedSession(contentsOf: url).events.map(\.description) == ["count: 5"])
    options.file = "/no/such/folder/file"
    let problem = #expect(throws: RecordingProblem.self) { try options.begin(store) { _ in } }
    #expect(problem?.description.contains("/no/such/folder/file") == true)
  }

  @Test func `replay a session in the stores of the program, and write it as a test`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).session")
    defer { try? FileManager.default.removeItem(at: url) }
    let runner = ManualRunner()
    let store = StateStore<Int, Int>(0, named: "count", runner: runner) { $0 += $1 }
    let recording = store.record()
    store.dispatch(5)
    runner.runUntilIdle()
    try recording.write(to: url)
    func reader(_ factor: Int) -> SessionReader<Int, Int> {
      SessionReader(making: "makeStore()") { StateStore<Int, Int>(0, named: "count") { $0 += $1 * factor } }
    }
    #expect(try reader(1).read(RecordingOptions()) == nil)
    let (replay, story) = (try #require(taken("--replay", url.path)), try #require(taken("--story", url.path)))
    #expect(try reader(1).read(replay)?.status == 0)
    #expect(try reader(2).read(replay)?.status == 1)
    #expect(try reader(1).read(story)?.text.contains("store.send(5, changing:") == true)
    let missing = try #require(taken("--replay", "/no/such/file"))
    #expect(throws: RecordingProblem.self) { try reader(1).read(missing) }
  }
}
