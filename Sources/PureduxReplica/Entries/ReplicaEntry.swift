public import Foundation

/// An entry of a log: an action of one replica, as bytes.
///
/// A log gives entries their order without knowing the types of the actions. An entry is `Codable`, so that a log can
/// store it in any form.
public struct ReplicaEntry: Hashable, Codable, Sendable {
  /// A client, which is one run of one process, and the number of the client's entry, from 1 without gaps.
  @frozen
  @usableFromInline
  package struct ID: Hashable, Codable, Sendable {
    @usableFromInline let client: UInt64
    @usableFromInline let number: UInt64

    @usableFromInline
    package init(client: UInt64, number: UInt64) { (self.client, self.number) = (client, number) }
  }

  enum Content: Hashable, Codable, Sendable {
    case action(Data)
    /// An action that the authority of the log has rejected. The entry keeps its place in the order.
    case rejected
    /// All replicas compute the digest of the document that is confirmed at this position.
    case mark
    /// The digest of the document at a mark.
    case digest(UInt64, position: UInt64)
  }

  let id: ID
  /// The version of the author's program: of the encoding of its actions, and of the meaning of its reducer.
  public let version: UInt32
  let inputs: ReplicaInputs
  var content: Content

  /// The number of the client that has appended the entry. No two runs of a process have the same number.
  public var client: UInt64 { id.client }

  /// The number of the entry among the entries of its client, from 1 without gaps.
  public var number: UInt64 { id.number }

  /// Returns this entry under another client and number.
  func moved(to id: ID) -> ReplicaEntry { ReplicaEntry(id: id, version: version, inputs: inputs, content: content) }

  /// The encoded action; nil if the entry has no action, or if the action was rejected.
  ///
  /// A log that knows the types of the actions, such as a server that checks rights, rejects an action by setting this
  /// property to nil before storing the entry.
  public var action: Data? {
    get { if case .action(let data) = content { data } else { nil } }
    set { if case .action = content { content = newValue.map(Content.action) ?? .rejected } }
  }
}

/// The external values that the reducer of an entry may draw: a seed for identities, and the author's wall-clock time.
///
/// A seed instead of a list of drawn values: a reducer that runs again on another document may draw more values than
/// its first run did, and every replica must draw the same values.
@frozen
@usableFromInline
package struct ReplicaInputs: Hashable, Codable, Sendable {
  @usableFromInline let seed: UInt64
  /// The time in nanoseconds since 1970.
  @usableFromInline let time: Int64

  @usableFromInline
  package init(seed: UInt64, time: Int64) { (self.seed, self.time) = (seed, time) }
}

extension ReplicaInputs {
  private static let nanoseconds: Int64 = 1_000_000_000

  /// Draws the inputs of a new entry through the current context, so that a recording or a test repeats them.
  @usableFromInline
  static func drawn() -> ReplicaInputs {
    let (seconds, attoseconds) = StoreContext.current.clock.wallTime().components
    return ReplicaInputs(
      seed: Identity().spread(with: 0), time: seconds &* nanoseconds &+ attoseconds / nanoseconds)
  }

  /// Runs `body`, which draws its identities and times from these inputs.
  @usableFromInline
  func inForce(_ body: () -> Void) {
    var drawn: UInt64 = 0
    let values = DrawnValues { kind, _ in
      switch kind {
      case .identity:
        drawn += 1
        return (seed, drawn)
      case .time:
        let (seconds, rest) = time.quotientAndRemainder(dividingBy: Self.nanoseconds)
        return (UInt64(bitPattern: seconds), UInt64(bitPattern: rest * Self.nanoseconds))
      }
    }
    values.inForce(body)
  }
}
