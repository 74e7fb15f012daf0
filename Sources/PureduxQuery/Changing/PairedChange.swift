import PureduxCollections
public import PureduxCore

/// A change to two query states: sent once, displayed in both, and reverted in both if refused.
///
/// The query state that receives the change sends it. The other query state displays the counterpart until the server
/// has confirmed or refused the change. Pass both query states when reducing an action:
///
/// ```swift
/// struct Buy: PairedChange {
///   let product: Product.ID
///
///   var keys: [Product.ID] { [product] }
///   func apply(to product: inout Product, of key: Product.ID) { product.isSold = true }
///   var counterpart: BasketChange? { .add(product) }
/// }
///
/// enum SaleAction: Sendable {
///   case products(EditableQueryAction<Buy>)
///   case basket(EditableQueryAction<BasketChange>)
/// }
///
/// struct Sale: Sendable {
///   var products = EditableQueryState<Buy>()
///   var basket = EditableQueryState<BasketChange>()
///
///   mutating func reduce(_ action: SaleAction) {
///     switch action {
///     case .products(let action): products.reduce(action, with: &basket)
///     case .basket(let action): basket.reduce(action)
///     }
///   }
/// }
/// ```
///
/// When the server has confirmed a change, its counterpart is applied to the confirmed values in the other query state.
/// The counterpart's keys are then fetched again if they are in use.
public protocol PairedChange: PendingChange {
  /// The change type of the other query state, which can also have its own changes.
  associatedtype Counterpart: PendingChange
  /// The change to apply in the other query state; nil if that state is not affected.
  var counterpart: Counterpart? { get }
}

extension EditableQueryState where Change: PairedChange {
  /// The query state that displays the counterparts.
  public typealias CounterpartState = EditableQueryState<Change.Counterpart>

  /// Reduces an action of this query state, and updates the counterparts in the other query state.
  ///
  /// - Parameters:
  ///   - action: An action of this query state. The other query state reduces its own actions with `reduce(_:)`.
  ///   - other: The query state that displays the counterparts. Pass the same query state in each call.
  public mutating func reduce(_ action: EditableQueryAction<Change>, with other: inout CounterpartState) {
    if case .add(let change) = action {
      add(change, with: &other)
      return
    }
    if case .uses = action { agree(with: &other, isAsked: true) } else { agree(with: &other) }
    let wasSent = if case .withdraw(let id) = action { storage.content.wasSent(id) } else { false }
    content.reduce(action)
    switch action {
    case .confirmed(let id, _): other.endCounterpart(id) { $0.confirm(id, []) }
    case .refused(let id), .withdraw(let id): other.endCounterpart(id) { $0.withdraw(id, isInDoubt: wasSent) }
    default: break
    }
  }

  /// Displays a change in both states immediately, and sends it after the earlier changes in its lane.
  ///
  /// - Returns: The identity of the change, which is the same in both states.
  @discardableResult
  public mutating func add(_ change: Change, with other: inout CounterpartState) -> Identity {
    agree(with: &other)
    let id = self.change { $0.add(change) }
    if let counterpart = change.counterpart { other.change { _ = $0.add(counterpart, as: id, isCounterpart: true) } }
    return id
  }

  /// Reverts an unconfirmed change in both states. A change that was sent may have reached the server, so its keys are
  /// fetched again in both.
  public mutating func withdraw(_ id: Identity, with other: inout CounterpartState) {
    reduce(.withdraw(id), with: &other)
  }

  /// Removes all values and pending changes of this state, and reverts their counterparts in the other state.
  ///
  /// The other state may also show counterparts of changes that a third query state sends: they stay.
  public mutating func reset(with other: inout CounterpartState) {
    agree(with: &other)
    let own = pending
    change { $0.reset() }
    other.revertCounterparts { own.contains(id: $0) }
  }

  /// Takes the agreement with the state that shows the counterparts to its next round. The states may have been saved
  /// at different times, or only one of them may have been saved.
  ///
  /// - Parameters:
  ///   - other: The query state that shows the counterparts.
  ///   - isAsked: Whether the other senders have been asked to claim their counterparts.
  private mutating func agree(with other: inout CounterpartState, isAsked: Bool = false) {
    let origin = other.storage.content.origin
    switch storage.content.agreement {
    case .complete(with: origin): return
    case .claimed(in: origin):
      guard isAsked || other.storage.content.outbox.unclaimed.isEmpty else { return }
      let unclaimed = other.storage.content.outbox.unclaimed
      other.revertCounterparts { unclaimed.contains($0) }
    default: claimCounterparts(in: &other)
    }
    let content = other.storage.content
    let agreement: Agreement =
      content.outbox.unclaimed.isEmpty ? .complete(with: content.origin) : .claimed(in: content.origin)
    change { $0.agreement = agreement }
  }

  /// Claims the counterparts of the pending changes, and adds those that are missing.
  private mutating func claimCounterparts(in other: inout CounterpartState) {
    let pending = pending
    if storage.content.agreement == .none { other.change { $0.doubtCounterparts { !pending.contains(id: $0) } } }
    guard !pending.isEmpty else { return }
    other.change { content in
      for item in pending {
        if content.isCounterpart(item.id) {
          content.outbox.unclaimed.remove(item.id)
        } else if let counterpart = item.change.counterpart {
          content.add(counterpart, as: item.id, isCounterpart: true)
        }
      }
    }
  }
}

extension EditableQueryState {
  /// Calls `end` to confirm or withdraw the counterpart with this identity, if it exists.
  fileprivate mutating func endCounterpart(_ id: Identity, by end: (inout QueryContent<Change>) -> Void) {
    if storage.content.isCounterpart(id) { change(end) }
  }

  /// Reverts the counterparts that satisfy a predicate. The outcome of a reverted counterpart is unknown, so its keys
  /// are fetched again.
  fileprivate mutating func revertCounterparts(where isReverted: (Identity) -> Bool) {
    let reverted = pending.filter { $0.isCounterpart && isReverted($0.id) }
    guard !reverted.isEmpty else { return }
    change { content in for item in reverted { content.withdraw(item.id, isInDoubt: true) } }
  }
}
