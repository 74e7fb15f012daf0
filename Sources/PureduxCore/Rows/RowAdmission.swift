/// Admits observers to the rows of one handle.
@usableFromInline
struct RowAdmission<ID: Hashable & Sendable>: Sendable {
  private let audience: Audience<RowsUpdate<ID>>
  private let tree: StoreTree
  private let lifetime: Lifetime?
  /// The rows as of this turn.
  private let rows: @Sendable (borrowing Turn) -> RowList<ID>

  @usableFromInline
  init(
    audience: Audience<RowsUpdate<ID>>, tree: StoreTree, lifetime: Lifetime?,
    rows: @escaping @Sendable (borrowing Turn) -> RowList<ID>
  ) {
    self.audience = audience
    self.tree = tree
    self.lifetime = lifetime
    self.rows = rows
  }

  /// Posts an observer that its token alone keeps.
  func subscribe(_ observe: @escaping @Sendable (RowsUpdate<ID>) -> Void) -> StoreSubscription {
    let registration = registration(observe)
    tree.mailbox.postDuringPause { [self, weak registration] turn in
      if let registration { admit(registration, turn) }
    }
    return StoreSubscription(registration)
  }

  /// Posts an observer that the store keeps until it ends.
  func enter(_ observe: @escaping @Sendable (RowsUpdate<ID>) -> Void) -> Registration<RowsUpdate<ID>> {
    let registration = registration(observe)
    tree.mailbox.postDuringPause { [self] turn in admit(registration, turn) }
    return registration
  }

  private func registration(_ observe: @escaping @Sendable (RowsUpdate<ID>) -> Void) -> Registration<RowsUpdate<ID>> {
    Registration(number: tree.nextNumber(), identity: nil, choice: .all, audience: audience) { update, _ in
      observe(update)
      return .active
    }
  }

  private func admit(_ registration: Registration<RowsUpdate<ID>>, _ turn: borrowing Turn) {
    if registration.isEnded { return }
    // Not called without being entered where its store has ended with its lifetime.
    if lifetime?.isClosed == true, !audience.add(registration) { return }
    registration.offer(RowsUpdate(rows: rows(turn), changes: nil), turn)
    if lifetime?.isClosed != true { audience.add(registration) }
  }
}
