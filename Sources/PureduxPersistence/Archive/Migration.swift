internal import Foundation

/// How a state that an older version of the app saved becomes one of this version.
///
/// ```swift
/// let archive = Archive<Notes>(
///   FileStorage(url), version: 2,
///   migrations: [Migration(from: 1) { (old: OldNotes) in Notes(lines: [old.text]) }])
/// ```
///
/// A state that was saved without any version, by another library for example, has version 0.
public struct Migration<State>: Sendable {
  let version: Int
  let decode: @Sendable (Data, any PersistenceFormat) throws -> State
  let decodeUnversioned: @Sendable (Data, any PersistenceFormat) throws -> State

  /// Makes a migration from a version to the archive's.
  ///
  /// Steps over several versions are compositions: `Migration(from: 1) { (old: V1) in V3(V2(old)) }`. An error thrown by
  /// `upgrade` counts as damage: what is there is kept, and the store begins with its initial state.
  /// - Parameters:
  ///   - version: the version of what was saved; 0 for a state that stands alone.
  ///   - upgrade: makes a state of the archive's version from the old one.
  public init<Old: OlderState>(
    from version: Int, _ upgrade: @escaping @Sendable (_ old: Old) throws -> State
  ) {
    self.version = version
    decode = { data, format in try upgrade(format.decode(Saved<Old>.self, from: data).state) }
    decodeUnversioned = { data, format in try upgrade(format.decode(Old.self, from: data)) }
  }
}
