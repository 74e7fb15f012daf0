import ExampleRecording
import Testing

@testable import DownloadsProgram

@Suite struct `The options of Downloads` {
  @Test func `can be recorded and inspected, and says so`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
