extension StateStore {
  /// Returns a store of a part of this store's state, and reports whether that part is observed.
  ///
  /// - Parameters:
  ///   - transform: As in `map(state:)`.
  ///   - change: Called with true after the first observer is registered, and with false after the last observer is
  ///     removed or the store is released. `change` is called on the thread of the registration, removal or release,
  ///     with no lock held. Calls from different threads may arrive out of order, and the observers of child stores may
  ///     be reported separately. Therefore, to track whether the part is observed, increment a count for true and
  ///     decrement it for false. Reading the state is not reported.
  @inlinable
  func map<Part: Sendable>(
    state transform: @escaping @Sendable (State) -> Part, whenObserved change: @escaping @Sendable (Bool) -> Void
  ) -> StateStore<Part, Action> {
    var unfilteredAudience: (@Sendable () -> Audience<Part>)?
    if let above = node.unfilteredAudience {
      unfilteredAudience = { [tree = node.tree] in above().below(tree.nextNumber(), whenObserved: change, transform) }
    }
    return StateStore<Part, Action>(
      node: node.showing(
        node.source.map(transform), node.audience.below(node.tree.nextNumber(), whenObserved: change, transform),
        unfilteredAudience: unfilteredAudience))
  }
}

extension Audience {
  /// Creates an audience below this one, and reports whether the new audience has receivers.
  @inlinable
  func below<Part>(
    _ number: UInt64, whenObserved change: @escaping @Sendable (Bool) -> Void,
    _ transform: @escaping @Sendable (State) -> Part
  ) -> Audience<Part> {
    let above = self
    return Audience<Part>(lock: lock) { audience, locked in
      // SAFETY: the pointers come from `withTemporaryValue`; they are read and passed down, but not stored.
      let released = above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { transform(state.pointee) } }) {
            audience.publish($0, turn)
          }
        }
      }
      guard let audience else { return [released, CallAfterwards { change(false) }] as [(any Sendable)?] }
      // If the parent link is nil, the parent was released: do not report the start of an observation whose end would
      // never be reported.
      guard audience.with(locked, { $0.parentLink != nil }) else { return released }
      return [released, CallAfterwards { change(true) }] as [(any Sendable)?]
    }
  }
}

/// Calls a closure when this object is released.
///
/// The object is created while the audience's lock is held, and released after unlocking.
@usableFromInline
final class CallAfterwards: Sendable {
  private let call: @Sendable () -> Void

  @usableFromInline
  init(_ call: @escaping @Sendable () -> Void) { self.call = call }

  deinit { call() }
}
