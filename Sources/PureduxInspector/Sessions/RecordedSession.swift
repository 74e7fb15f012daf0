public import Foundation
public import PureduxRecording

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
  let draws: ContiguousArray<RecordedDraws.Draw>

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

/// An action of a recorded session: its JSON where its type was `Codable`, else text.
public struct SessionValue: Sendable {
  /// The name of its type.
  public let type: String
  /// Nil where it was not `Codable`, or was redacted to another type.
  public var json: String? { slice.map(\.text) }
  /// One line about it, as near to Swift as its JSON tells.
  public var text: String { slice.map { JSONPhrase.text($0) } ?? words ?? "?" }

  let slice: JSONSlice?
  let words: String?

  init(type: String, slice: JSONSlice? = nil, words: String? = nil) {
    self.type = type
    self.slice = slice
    self.words = words
  }

  /// The value as it was; nil where it cannot be read as `type`.
  func decoded<Value>(as type: Value.Type) -> Value? {
    guard let slice, let decodable = type as? any Decodable.Type else { return nil }
    return (try? WrittenValue.decode(decodable, from: slice.bytes)) as? Value
  }
}

extension SessionValue: CustomStringConvertible {
  /// One line about it.
  public var description: String { text }
}

extension SessionValue: CustomReflectable {
  /// Its type and its JSON.
  public var customMirror: Mirror {
    let parts = [("type", type as Any)] + (json.map { [("json", $0 as Any)] } ?? [])
    return Mirror(self, children: parts.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
  }
}

extension RecordedEvent {
  /// The action of an event of a ``RecordedSession``, or the state that took the place of another; nil for an event of a running
  /// program.
  public var value: SessionValue? { action as? SessionValue }
}

/// A session that cannot be written or read: what happened, and where.
public struct SessionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// The file may not be opened, written or read, or it is no regular file.
    case file
    /// The file is something else than a session.
    case notASession
    /// A later version of the library wrote it.
    case newerVersion
    /// A line is not as it was written.
    case damagedLine
    /// A line is missing.
    case missingLine
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The number of the line, from 1 on; nil where it is about the whole file.
  public let line: Int?
  /// What happened, what became of it, and what to do.
  public let description: String

  init(_ kind: Kind, line: Int? = nil, _ description: String) {
    self.kind = kind
    self.line = line
    self.description = description
  }
}
