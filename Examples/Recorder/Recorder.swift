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
      "Recorder", about: "Finds a mistake in a small shop with a recording of it.", options: RecordingOptions.synopsis,
      usage: RecordingOptions.usage
    ) { options.take($0, $1) }
    SessionReader(making: "Basket.makeStore(isMended: true)") { Basket.makeStore(isMended: true) }
      .readAndExit(options, as: "Recorder")
    let mended = Basket.makeStore(isMended: true)
    options.beginOrExit(mended, as: "Recorder")

    let store = Basket.makeStore(isMended: false)
    let recording = store.record()
    for action in actions {
      await store.send(action)
      await mended.send(action)
    }
    let state = store.state
    print("Somebody says: \"My basket has \(state.lines.count) lines, and still it costs \(state.total).\"")
    print("It was recorded:\n")
    for event in recording.events() { print("  \(event.number)  \(event)") }

    let wrong = firstWrongEvent(of: store, recording)
    print(
      "\nThe state after each can be computed again. \(wrong.asked) of them are enough to find the first that is wrong:\n"
    )
    print("  \(wrong.number)  \(recording.event(wrong.number).map { "\($0)" } ?? "")")
    for change in recording.difference(at: wrong.number) { printIndented("\(change.difference)") }

    try printStory(of: recording)
    printOutcome(isMended: false)
    printOutcome(isMended: true)
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
    let story = session.story(changes: .described) { Basket.makeStore(isMended: false) } ?? ""
    print("\nThe session's file makes a test, which says this of it:\n")
    let step = story.components(separatedBy: "\n").drop { !$0.contains(".remove(\"bread\")") }
    print(step.prefix { !$0.contains(".remove(\"milk\")") }.joined(separator: "\n"))
    print("\nThere the total should be 6. The test with this correction:")
  }

  private static func printOutcome(isMended: Bool) {
    let failures = BasketStory.failures(isMended: isMended)
    print("\n  with the \(isMended ? "mended reducer" : "reducer as it is"): \(failures.isEmpty ? "passes" : "fails")")
    for failure in failures { printIndented(failure) }
  }

  private static func printIndented(_ text: String) {
    for line in text.split(separator: "\n") { print("     \(line)") }
  }
}
