public import PureduxCollections

/// How far a sender of paired changes agrees with the query state that shows the counterparts.
///
/// The query states may have been saved at different times, any of them may not have been saved, and several senders
/// may share one state that shows counterparts. Counterparts are therefore restored without a sender: they are
/// *unclaimed*. A sender agrees in two rounds. In the first, it claims the counterparts of its pending changes, and
/// adds those that are missing. In the second, after all other senders have been asked to claim theirs, it reverts the
/// counterparts that are still unclaimed.
@usableFromInline
enum Agreement: Equatable, Sendable {
  /// The sender is new or was restored, so it may have lost changes whose counterparts are still shown.
  case none
  /// The sender has claimed its counterparts in the state with this origin.
  case claimed(in: Version)
  /// The state with this origin shows the counterparts of this sender, and no others without a sender.
  case complete(with: Version)

  var isComplete: Bool { if case .complete = self { true } else { false } }
  var isClaimed: Bool { if case .claimed = self { true } else { false } }

  /// What a query state needs from the others with which it shares changes.
  @usableFromInline
  struct Needs: Equatable, Sendable {
    /// The agreement of a state whose changes have counterparts; nil for other states.
    var agreement: Agreement?
    /// The origin of a restored state that shows unclaimed counterparts; nil if there are none.
    var unclaimedSince: Version?

    @usableFromInline
    init(agreement: Agreement? = nil, unclaimedSince: Version? = nil) {
      (self.agreement, self.unclaimedSince) = (agreement, unclaimedSince)
    }
  }
}

/// The users of a query state that sends changes with counterparts.
protocol CounterpartSender: AnyObject, Sendable {
  /// Identifies the type of the counterparts; nil if the changes have none.
  var counterpartType: ObjectIdentifier? { get }
  /// Has the query state claim its counterparts.
  func askToAgree()
}

extension PendingChange {
  /// Identifies the type of the counterparts; nil if the changes have none.
  static var counterpartType: ObjectIdentifier? {
    func type<Change: PairedChange>(of _: Change.Type) -> ObjectIdentifier { ObjectIdentifier(Change.Counterpart.self) }
    return (Self.self as? any PairedChange.Type).map { type(of: $0) }
  }
}

extension QueryContent {
  /// Leaves all counterparts unclaimed after a restoration.
  mutating func beginAgreement() {
    origin = Version()
    (restoredOrigin, agreement) = (origin, .none)
  }

  /// Leaves counterparts unclaimed whose sender may have lost them. The other senders have to claim theirs again.
  mutating func doubtCounterparts(where isDoubted: (Identity) -> Bool) {
    let doubted = outbox.items.filter { $0.isCounterpart && isDoubted($0.id) && !outbox.unclaimed.contains($0.id) }
    guard !doubted.isEmpty else { return }
    outbox.unclaimed.formUnion(doubted.map(\.id))
    origin = Version()
  }
}
