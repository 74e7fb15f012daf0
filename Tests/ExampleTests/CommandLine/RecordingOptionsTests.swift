import ExampleCommandLine
import Foundation
import PureduxCore
import PureduxInspector
import Testing

@Suite struct `The options that record an example` {
  private func taken(_ arguments: String...) -> RecordingOptions? {
    var options = RecordingOptions()
    return CommandLineOptions.read(arguments, take: { options.take($0, $1) }) ? options : nil
  }

  @Test func `name a file and ask for a page`() {
    #expect(taken("--record", "a", "--inspect")?.file == "a")
    #expect(taken("--inspect")?.isInspected == true)
    #expect(taken()?.file == nil)
    #expect(taken("--record") == nil)
    #expect(taken("--recrod", "a") == nil)
  }

  @Test func `write a session, or say why not`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).session")
    defer { try? FileManager.default.removeItem(at: url) }
    let store = StateStore<Int, Int>(0, named: "count") { $0 += $1 }
    var options = RecordingOptions()
    options.file = url.path
    try options.begin(store) { _ in }
    await store.send(5)
    ProgramRecording.flush()
    #expect(try Session(contentsOf: url).events.map(\.description) == ["count: 5"])
    options.file = "/no/such/folder/file"
    let problem = #expect(throws: RecordingProblem.self) { try options.begin(store) { _ in } }
    #expect(problem?.description.contains("/no/such/folder/file") == true)
  }
}
