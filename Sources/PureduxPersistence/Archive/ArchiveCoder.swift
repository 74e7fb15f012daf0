internal import Foundation

/// Encodes and decodes the states of an archive, with their versions.
struct ArchiveCoder<State: Codable & Sendable>: Sendable {
  let format: any PersistenceFormat
  let version: Int
  /// Whether the file contains only the state, without a version.
  let isUnversioned: Bool
  let migrations: [Migration<State>]

  func encoded(_ state: State, _ storage: String) throws(PersistenceError) -> Data {
    do {
      return try isUnversioned ? format.encode(state) : format.encode(Saved(version: version, state: state))
    } catch {
      throw PersistenceError(.notEncodable, storage: storage, details: "\(error)")
    }
  }

  func decoded(_ data: Data, _ storage: String) throws(PersistenceError) -> State {
    do {
      return try isUnversioned ? decodedUnversioned(data) : decodedVersioned(data)
    } catch let other as OtherVersion {
      throw PersistenceError(
        .otherVersion(other.version), storage: storage, details: "the archive has version \(version)")
    } catch {
      throw PersistenceError(.damaged, storage: storage, details: "\(error)")
    }
  }

  private func decodedVersioned(_ data: Data) throws -> State {
    guard let found = try? format.decode(ReadSaved<State>.self, from: data) else {
      // A state without a version is treated as version 0.
      if let migration = migration(from: 0) { return try migration.decodeUnversioned(data, format) }
      return try format.decode(Saved<State>.self, from: data).state
    }
    if found.version == version { return try found.state.get() }
    guard let migration = migration(from: found.version) else { throw OtherVersion(version: found.version) }
    return try migration.decode(data, format)
  }

  /// Decodes an unversioned state, or a versioned state saved before the archive became unversioned.
  private func decodedUnversioned(_ data: Data) throws -> State {
    // Try the versioned form first, because a type with only optional properties can be decoded from any object.
    if let found = try? format.decode(ReadSaved<State>.self, from: data), found.version == version,
      let state = try? found.state.get()
    {
      return state
    }
    do {
      return try format.decode(State.self, from: data)
    } catch {
      guard let state = try? decodedVersioned(data) else { throw error }
      return state
    }
  }

  private func migration(from version: Int) -> Migration<State>? {
    migrations.first { $0.version == version }
  }

  private struct OtherVersion: Error {
    let version: Int
  }
}
