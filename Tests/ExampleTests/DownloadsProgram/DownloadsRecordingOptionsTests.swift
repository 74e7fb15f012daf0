import ExampleRecording
import Testing

@testable import DownloadsProgram

@Suite struct `The options of Downloads` {
  @Test func `allow recording and inspecting, and are in the usage`() {
    RecordingOptionsCheck.expectOptions(usage: Options.usage) { Options($0)?.recording }
  }
}
