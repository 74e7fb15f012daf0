internal import Foundation

/// How a state that an older version of the app saved becomes one of this version.
public struct Migration<State>: Sendable {
  let version: Int
  let decode: @Sendable (Data, any PersistenceFormat) throws -> State

  /// `upgrade` makes a state of the archive's version from one as `version` saved it.
  ///
  /// Steps over several versions are compositions: `Migration(from: 1) { (old: V1) in V3(V2(old)) }`.
  public init<Old: OlderState>(
    from version: Int, _ upgrade: @escaping @Sendable (_ old: Old) throws -> State
  ) {
    self.version = version
    decode = { data, format in try upgrade(format.decode(Saved<Old>.self, from: data).state) }
  }
}

#if compiler(>=6.2)
  /// A state as an older version of the app saved it. It is decoded on another thread, so its conformance may not be an
  /// actor's.
  public typealias OlderState = Decodable & SendableMetatype
#else
  /// A state as an older version of the app saved it.
  public typealias OlderState = Decodable
#endif

/// What is written: the state, and the version of its shape.
struct Saved<State> {
  var version: Int
  var state: State
}

extension Saved: Encodable where State: Encodable {}
extension Saved: Decodable where State: Decodable {}

/// The part of what is written that is read first.
struct SavedVersion: Decodable {
  var version: Int
}
