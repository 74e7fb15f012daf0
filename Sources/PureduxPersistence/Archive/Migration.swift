internal import Foundation

/// Converts a state that an older version of the application saved.
///
/// ```swift
/// let archive = Archive<Notes>(
///   FileStorage(url), version: 2,
///   migrations: [Migration(from: 1) { (old: OldNotes) in Notes(lines: [old.text]) }])
/// ```
///
/// A state that was saved without a version, for example by another library, has version 0.
public struct Migration<State>: Sendable {
  let version: Int
  let decode: @Sendable (Data, any PersistenceFormat) throws -> State
  let decodeUnversioned: @Sendable (Data, any PersistenceFormat) throws -> State

  /// Creates a migration from a version to the archive's version.
  ///
  /// Compose a migration over several versions: `Migration(from: 1) { (old: V1) in V3(V2(old)) }`. An error thrown by
  /// `upgrade` counts as damage: the file is kept aside, and the store begins with its initial state.
  /// - Parameters:
  ///   - version: The version of the saved state; 0 for a state without a version.
  ///   - upgrade: Converts the old state to the archive's version.
  public init<Old: OlderState>(
    from version: Int, _ upgrade: @escaping @Sendable (_ old: Old) throws -> State
  ) {
    self.version = version
    decode = { data, format in try upgrade(format.decode(Saved<Old>.self, from: data).state) }
    decodeUnversioned = { data, format in try upgrade(format.decode(Old.self, from: data)) }
  }
}
