import ExampleRecording
import Testing

@testable import TodoProgram

@Suite struct `The options of Todo` {
  @Test func `can be recorded and inspected, and says so`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
