import ExampleRecording
import Testing

@testable import NotesProgram

@Suite struct `The options of Notes` {
  @Test func `allow recording and inspecting, and are in the usage`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
