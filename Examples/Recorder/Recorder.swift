import ExampleCommandLine
import ExampleRecording
import Foundation
import Puredux
import PureduxInspector

/// Finds a bug with a recording.
///
/// Shows the action that caused the bug, the change that it made, and the test that proves the fix.
@main
enum RecorderExample {
  private static let actions: [BasketAction] = [
    .add("milk", price: 2), .add("bread", price: 3), .add("bread", price: 3), .add("tea", price: 4), .remove("bread"),
    .remove("milk"), .remove("tea"),
  ]

  static func main() async throws {
    var options = RecordingOptions()
    SmallProgram.start(
      "Recorder", about: "Finds a bug in a small shop with a recording.", options: RecordingOptions.synopsis,
      usage: RecordingOptions.usage
    ) { options.take($0, $1) }
    SessionReader(making: "Basket.makeStore(isFixed: true)") { Basket.makeStore(isFixed: true) }
      .readAndExit(options, as: "Recorder")
    let fixed = Basket.makeStore(isFixed: true)
    options.beginOrExit(fixed, as: "Recorder")

    let store = Basket.makeStore(isFixed: false)
    let recording = store.record()
    for action in actions {
      await store.send(action)
      await fixed.send(action)
    }
    let state = store.state
    Paragraph.print("A user reports: \"My basket has \(state.lines.count) lines, but its total is \(state.total).\"")
    print("The recording:\n")
    for event in recording.events() { print("  \(event.number)  \(event)") }

    let wrong = firstWrongEvent(of: store, recording)
    Paragraph.print(
      "\nThe state after each event can be computed again. \(wrong.asked) states suffice to find the first wrong one:\n"
    )
    print("  \(wrong.number)  \(recording.event(wrong.number).map { "\($0)" } ?? "")")
    for change in recording.difference(at: wrong.number) { printIndented("\(change.difference)") }

    try printStory(of: recording)
    printOutcome(isFixed: false)
    printOutcome(isFixed: true)
  }

  /// Searches by bisection for the first event after which the basket is wrong. A wrong basket stays wrong.
  private static func firstWrongEvent(
    of store: StateStore<Basket, BasketAction>, _ recording: Recording
  ) -> (number: Int, asked: Int) {
    var (right, wrong, asked) = (recording.firstEvent - 1, recording.lastEvent, 0)
    while wrong - right > 1 {
      let middle = (right + wrong) / 2
      if recording.state(of: store, after: middle).isRight { right = middle } else { wrong = middle }
      asked += 1
    }
    return (wrong, asked)
  }

  /// Writes the session into a file as a user would send it.
  ///
  /// Then reads the file, and shows a part of the generated test.
  private static func printStory(of recording: Recording) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).session")
    defer { try? FileManager.default.removeItem(at: file) }
    try recording.write(to: file)
    let session = try RecordedSession(contentsOf: file)
    let story = session.story(changes: .described) { Basket.makeStore(isFixed: false) } ?? ""
    Paragraph.print("\nThe session file can be converted to a test, which contains this step:\n")
    let step = story.components(separatedBy: "\n").drop { !$0.contains(".remove(\"bread\")") }
    print(step.prefix { !$0.contains(".remove(\"milk\")") }.joined(separator: "\n"))
    Paragraph.print("\nThe total should be 6. The test with this correction:")
  }

  private static func printOutcome(isFixed: Bool) {
    let failures = BasketStory.failures(isFixed: isFixed)
    print("\n  with the \(isFixed ? "fixed reducer" : "current reducer"): \(failures.isEmpty ? "passes" : "fails")")
    for failure in failures { printIndented(failure) }
  }

  private static func printIndented(_ text: String) {
    for line in text.split(separator: "\n") { Paragraph.print("     \(line)") }
  }
}
