package import PureduxCore
package import PureduxTesting

extension StoreContext {
  /// Runs `body` with misuse recorded instead of printed, and returns the recorded misuse.
  package static func recordingMisuse(_ body: () -> Void) -> Recorder<Misuse> {
    let recorder = Recorder<Misuse>()
    with({ $0.misuseReporter = recorder.reporter }, operation: body)
    return recorder
  }
}
