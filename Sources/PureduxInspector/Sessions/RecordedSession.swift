public import Foundation
public import PureduxRecording

/// A recorded session that was read from a file: the events of a tree of stores.
///
/// The session may have been recorded in another process.
///
/// ```swift
/// let session = try RecordedSession(contentsOf: url)
/// for event in session.events { print(event) }
/// ```
///
/// ``replay(_:child:)`` replays the actions of a session in a program with the same reducers.
public struct RecordedSession: Sendable {
  /// The name of the program that was recorded.
  public let program: String
  /// The version of the library that wrote the file; nil if the file does not contain the version.
  public let libraryVersion: String?
  /// The identity seed of the program's `StoreContext`; nil if the context had none. A replay uses the same seed.
  public let seed: UInt64?
  /// The stores that appear in the session, in order of creation.
  public let stores: [RecordedStore]
  /// The events, oldest first.
  public let events: [RecordedEvent]
  /// The number of the first event in the file. The file also contains the states as they were before that event.
  public let firstEvent: Int
  /// Whether the file ends in the middle of a line, for example because the program was killed. The session then
  /// contains everything before the truncated line.
  public let isCutOff: Bool
  /// The damage before which the session ends; nil unless it was read with `upToDamage`.
  public let damage: SessionError?

  let steps: [SessionStep]
  let states: [SessionState]
  let checks: [SessionCheck]
  let draws: ContiguousArray<RecordedDraws.Draw>

  /// Reads a session file.
  ///
  /// - Parameters:
  ///   - url: The file to read.
  ///   - upToDamage: Whether to read the lines before an altered or missing line, which ``damage`` then describes. A power
  ///     failure may damage the lines that were written after the last ``AppendedSession/flush()``.
  /// - Throws: A ``SessionError`` if the file cannot be read, or is not a valid session.
  public init(contentsOf url: URL, upToDamage: Bool = false) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw SessionError(
        .file, "\(url.path) could not be read: \(error.localizedDescription)\nTo fix: pass a readable file.")
    }
    try self.init(bytes: Array(data), named: url.lastPathComponent, upToDamage: upToDamage)
  }

  /// - Parameter name: The name of the file, for error messages.
  init(bytes: [UInt8], named name: String, upToDamage: Bool = false) throws {
    var parser = SessionParser(name)
    var (isCutOff, damage) = (false, SessionError?.none)
    do {
      isCutOff = try SessionLineReader(bytes, name).forEach { line, kind, value in
        try parser.take(line, kind, value)
      }
    } catch let error as SessionError where upToDamage && error.isDamage && error.line != 1 {
      damage = error
    }
    (self.isCutOff, self.damage) = (isCutOff, damage)
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

/// An action or state in a session: JSON if the recorded type was `Codable`, otherwise text.
public struct SessionValue: Sendable {
  /// The name of the value's type.
  public let type: String
  /// The value's JSON; nil if the value's type was not `Codable`, or if redaction changed the type.
  public var json: String? { slice.map(\.text) }
  /// A one-line description of the value, as close to Swift syntax as the JSON permits.
  public var text: String { slice.map { JSONPhrase.text($0) } ?? words ?? "?" }

  let slice: JSONSlice?
  let words: String?

  init(type: String, slice: JSONSlice? = nil, words: String? = nil) {
    self.type = type
    self.slice = slice
    self.words = words
  }

  /// Decodes the original value; returns nil if its JSON cannot be decoded as `type`.
  func decoded<Value>(as type: Value.Type) -> Value? {
    guard let slice, let decodable = type as? any Decodable.Type else { return nil }
    return (try? WrittenValue.decode(decodable, from: slice.bytes)) as? Value
  }
}

extension SessionValue: CustomStringConvertible {
  /// A one-line description.
  public var description: String { text }
}

extension SessionValue: CustomReflectable {
  /// A mirror whose children are the value's type and JSON.
  public var customMirror: Mirror {
    let parts = [("type", type as Any)] + (json.map { [("json", $0 as Any)] } ?? [])
    return Mirror(self, children: parts.map { (label: $0.0, value: $0.1) }, displayStyle: .struct)
  }
}

extension RecordedEvent {
  /// The action or the new state of an event in a ``RecordedSession``. Nil if the event has neither an action nor a new
  /// state, or is an event of a running program.
  public var value: SessionValue? { action as? SessionValue }
}

/// A failure to write or read a session.
public struct SessionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error that occurred when a session was written or read.
  public enum Kind: Sendable, Hashable {
    /// The file cannot be opened, written or read, or is not a regular file.
    case file
    /// The file is not a session file.
    case notASession
    /// The file uses a later version of the session format than this library supports.
    case newerVersion
    /// A line was altered.
    case damagedLine
    /// A line is missing.
    case missingLine
  }

  /// The kind of the error.
  public let kind: Kind
  /// The number of the affected line, starting at 1; nil if the kind is `file`.
  public let line: Int?
  /// A message that states the problem, its consequence and a fix.
  public let description: String

  var isDamage: Bool { kind == .damagedLine || kind == .missingLine }

  init(_ kind: Kind, line: Int? = nil, _ description: String) {
    self.kind = kind
    self.line = line
    self.description = description
  }
}
