import ExampleRecording
import Testing

/// Checks the options of an example that can be recorded.
enum RecordingOptionsCheck {
  /// - Parameter read: Reads the arguments of the example.
  static func expectOptions(usage: String, read: ([String]) -> RecordingOptions?) {
    let options = read(["--record", "a", "--inspect", "--replay", "b", "--story", "c"])
    #expect(options?.file == "a")
    #expect(options?.isInspected == true)
    #expect(options?.replayedFile == "b")
    #expect(options?.toldFile == "c")
    #expect(read(["--record"]) == nil)
    for option in ["--record FILE ", "--inspect ", "--replay FILE ", "--story FILE "] {
      #expect(usage.contains("\n  \(option)"))
    }
  }
}
