/// The identity, type and owner of a file, as reported by the system.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable { case regular, link, other }

  /// Two names with the same identity are names of one file.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var number: UInt64
  }

  package var identity: Identity
  package var kind: Kind
  package var owner: UInt32
  package var size: UInt64
}
