import Foundation
import PureduxInspector

/// The recording of a program, which continues until the program ends.
package final class ProgramRecording: Sendable {
  // SAFETY: set at the start of the program, by `begin`, before the handler is registered that reads it at the end.
  nonisolated(unsafe) private static var current: ProgramRecording?

  private let recording: Recording
  private let file: AppendedSession?
  private let page: InspectorPage?

  private init(_ recording: Recording, _ file: AppendedSession?, _ page: InspectorPage?) {
    self.recording = recording
    self.file = file
    self.page = page
  }

  /// Call it once, before any action is dispatched.
  static func begin(
    _ recording: Recording, _ options: RecordingOptions, tell: (String) -> Void
  ) throws(RecordingProblem) {
    do {
      let file = try options.file.map { try recording.append(to: URL(fileURLWithPath: $0)) }
      let page = options.isInspected ? try recording.serve(control: true) : nil
      if let page { tell("The program is shown at this address:\n\(page.address)") }
      current = ProgramRecording(recording, file, page)
    } catch {
      throw RecordingProblem(description: "\(error)")
    }
    atexit { ProgramRecording.flush() }
  }

  /// Returns when all recorded events are in the file.
  package static func flush() { current?.file?.flush() }
}
