public import Foundation
internal import PureduxRecording

/// A recorded session, read from a file: what happened in a tree of stores, in this process or another one.
///
/// ```swift
/// let session = try RecordedSession(contentsOf: url)
/// for event in session.events { print(event) }
/// ```
///
/// ``replay(_:child:)`` reduces its actions again, in a program with the same reducers.
public struct RecordedSession: Sendable {
  /// The name of the program that was recorded.
  public let program: String
  /// The version of this library that wrote the file; nil where the file does not say it.
  public let libraryVersion: String?
  /// The seed of the identities that the program had set in its `StoreContext`; nil where it had set none. A replay sets it
  /// again.
  public let seed: UInt64?
  /// The stores that something happened to, in the order of their making.
  public let stores: [RecordedStore]
  /// What happened, oldest first.
  public let events: [RecordedEvent]
  /// The number of the first event of which the states before it are known.
  public let firstEvent: Int
  /// Whether the file ends in the middle of a line, as when the program was killed. The session is whole up to there.
  public let isCutOff: Bool

  let steps: [SessionStep]
  let states: [SessionState]
  let checks: [SessionCheck]
  let draws: ContiguousArray<DrawnValues.Draw>

  /// Reads a session file.
  ///
  /// - Throws: A ``SessionError`` that names the line where the file is not as it was written.
  public init(contentsOf url: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw SessionError(
        .file, "\(url.path) could not be read: \(error.localizedDescription)\nTo fix: pass a file that may be read.")
    }
    try self.init(bytes: Array(data), named: url.lastPathComponent)
  }

  /// - Parameter name: The name of the file, for errors.
  init(bytes: [UInt8], named name: String) throws {
    var parser = SessionParser(name)
    isCutOff = try SessionLineReader(bytes, name).forEach { line, kind, value in
      try parser.take(line, kind, value)
    }
    let header = try parser.requireHeader()
    (program, firstEvent) = (header.program, header.first)
    (libraryVersion, seed) = (header.library, header.seed)
    stores = parser.orderedStores
    events = parser.events
    steps = parser.steps
    states = parser.states
    checks = parser.checks
    draws = parser.draws
  }
}
