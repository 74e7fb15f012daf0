internal import Foundation

/// Where a command writes.
package struct CommandStreams {
  /// Nobody reads what is written.
  struct ReaderIsGone: Error {}

  let output: (Data) throws -> Void
  let error: (String) -> Void
  /// Returns the next bytes of the input, and nil at its end.
  let input: @Sendable () -> Data?
  /// A variable of the environment.
  let environment: (String) -> String?
  /// Returns when the command is to end that goes on until somebody ends it.
  let waitForEnd: () -> Void

  init(
    output: @escaping (Data) throws -> Void, error: @escaping (String) -> Void, waitForEnd: @escaping () -> Void = {},
    input: @escaping @Sendable () -> Data? = { nil }, environment: @escaping (String) -> String? = { _ in nil }
  ) {
    self.input = input
    self.environment = environment
    self.output = output
    self.error = error
    self.waitForEnd = waitForEnd
  }

  /// The streams of the process. A pipe that is closed does not end it.
  package static func standard() -> CommandStreams {
    signal(SIGPIPE, SIG_IGN)
    return CommandStreams { data in
      do {
        try FileHandle.standardOutput.write(contentsOf: data)
      } catch {
        let code = (error as NSError).userInfo[NSUnderlyingErrorKey].map { ($0 as? NSError)?.code }
        if errno == EPIPE || code == Int(EPIPE) { throw ReaderIsGone() }
        throw CommandFailure("The output could not be written: \(error.localizedDescription)")
      }
    } error: { text in
      try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    } waitForEnd: {
      while true { pause() }
    } input: {
      let data = FileHandle.standardInput.availableData
      return data.isEmpty ? nil : data
    } environment: {
      ProcessInfo.processInfo.environment[$0]
    }
  }

  func write(_ text: String) throws { try output(Data(text.utf8)) }
}
