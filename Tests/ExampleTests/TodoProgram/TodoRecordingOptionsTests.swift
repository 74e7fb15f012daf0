import ExampleRecording
import Testing

@testable import TodoProgram

@Suite struct `The options of Todo` {
  @Test func `allow recording and inspecting, and are in the usage`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
