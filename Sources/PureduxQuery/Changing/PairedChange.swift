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
    reconcile(with: &other)
    content.reduce(action)
    switch action {
    case .confirmed(let id, _): other.endCounterpart(id) { $0.confirm(id, []) }
    case .refused(let id), .withdraw(let id): other.endCounterpart(id) { $0.withdraw(id) }
    default: break
    }
  }

  /// Displays a change in both states immediately, and sends it after the earlier changes in its lane.
  ///
  /// - Returns: The identity of the change, which is the same in both states.
  @discardableResult
  public mutating func add(_ change: Change, with other: inout CounterpartState) -> Identity {
    reconcile(with: &other)
    let id = self.change { $0.add(change) }
    if let counterpart = change.counterpart { other.change { _ = $0.add(counterpart, as: id, isCounterpart: true) } }
    return id
  }

  /// Reverts an unconfirmed change in both states. A change that is being sent may still reach the server.
  public mutating func withdraw(_ id: Identity, with other: inout CounterpartState) {
    reduce(.withdraw(id), with: &other)
  }

  /// Removes all values and pending changes of this state, and reverts the counterparts in the other state.
  public mutating func reset(with other: inout CounterpartState) {
    change { $0.reset() }
    other.revertCounterparts { _ in true }
  }

  /// Reconciles the two query states after either has been restored. The states may have been saved at different times,
  /// or only one of them may have been saved.
  private mutating func reconcile(with other: inout CounterpartState) {
    guard !storage.content.isReconciled || !other.storage.content.isReconciled else { return }
    change { $0.isReconciled = true }
    other.change { $0.isReconciled = true }
    let pending = pending
    other.revertCounterparts { pending[id: $0] == nil }
    for item in pending where other.pending[id: item.id] == nil {
      guard let counterpart = item.change.counterpart else { continue }
      other.change { _ = $0.add(counterpart, as: item.id, isCounterpart: true) }
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
    change { content in
      for item in reverted {
        content.withdraw(item.id)
        content.invalidate(item.change.keys)
      }
    }
  }
}
