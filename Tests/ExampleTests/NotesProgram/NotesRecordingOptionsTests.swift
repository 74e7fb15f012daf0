import ExampleRecording
import Testing

@testable import NotesProgram

@Suite struct `The options of Notes` {
  @Test func `can be recorded and inspected, and says so`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
