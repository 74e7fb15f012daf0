import ExampleCommandLine
import Testing

@testable import DownloadsProgram

@Suite struct `The options of Downloads` {
  @Test func `can be recorded and inspected, and says so`() {
    let recording = Options(["--record", "a", "--inspect"])?.recording
    #expect(recording?.file == "a")
    #expect(recording?.isInspected == true)
    #expect(Options(["--record"]) == nil)
    for option in ["--record FILE ", "--inspect "] { #expect(Options.usage.contains("\n  \(option)")) }
  }
}
