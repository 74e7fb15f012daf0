/// The taps of a tree. The list is a value type, so that a tap can be removed while other taps are called.
@frozen
@usableFromInline
struct TapList: Sendable {
  @usableFromInline
  final class Tap: Sendable {
    let receive: @Sendable (StoreEvent) -> Void
    let isClosed = AtomicFlag()

    init(_ receive: @escaping @Sendable (StoreEvent) -> Void) { self.receive = receive }
  }

  @usableFromInline let taps: [Tap]

  func tell(_ event: StoreEvent) {
    for tap in taps where !tap.isClosed.isRaised { tap.receive(event) }
  }
}

extension StateStore {
  /// Calls `receive` for all later events of the whole tree, until the token is cancelled or released.
  ///
  /// Inspectors, logs and test tools use taps. `receive` is called inside turns and must be fast, because the tree
  /// waits until it returns. In a tree without a tap, the check for taps costs one comparison per action.
  ///
  /// ```swift
  /// let tap = store.tap { event in
  ///   if case .reduced(let action) = event.kind { print(event.revision, action) }
  /// }
  /// ```
  public func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription { node.tree.tap(receive) }

  /// The identity of the store in events. A projection has the identity of its base store.
  public var id: StoreID { node.actionQueue.id }
}

// The taps of a tree.
extension StoreTree {
  /// Calls `receive` for all later events of the tree, until the token is cancelled or released.
  package func tap(_ receive: @escaping @Sendable (StoreEvent) -> Void) -> StoreSubscription {
    let tap = TapList.Tap(receive)
    mailbox.postDuringPause { [weak self] turn in self?.add(tap, turn) }
    return StoreSubscription { [weak self] in
      tap.isClosed.raise()
      self?.mailbox.postFromDeinit { [weak self] turn in self?.remove(tap, turn) }
    }
  }

  func add(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    let watch = watch.with(turn) { $0 }
    setWatch(taps: TapList(taps: (watch?.taps?.taps ?? []) + [tap]), watch?.observer, turn)
  }

  func remove(_ tap: TapList.Tap, _ turn: borrowing Turn) {
    let watch = watch.with(turn) { $0 }
    let left = watch?.taps?.taps.filter { $0 !== tap } ?? []
    setWatch(taps: left.isEmpty ? nil : TapList(taps: left), watch?.observer, turn)
  }
}
