/// Measures what a selector computes while a tap listens, and tells the taps. It keeps no tree alive.
@usableFromInline
struct SelectionStopwatch: Sendable {
  private let name: String
  private let store: UInt64
  private let isListenedTo: AtomicFlag
  private let clock: StoreClock
  private let tree: WeakReference<StoreTree>

  @usableFromInline
  init(_ name: String, _ store: UInt64, _ tree: StoreTree) {
    self.name = name
    self.store = store
    isListenedTo = tree.isListenedTo
    clock = tree.context.clock
    self.tree = WeakReference(tree)
  }

  /// The time at which computing begins; nil where nobody wants to know.
  @usableFromInline
  func start() -> Duration? { isListenedTo.isRaised ? clock.now() : nil }

  @usableFromInline
  func time(since start: Duration) -> Duration { clock.now() - start }

  /// Tells the taps of what was computed in a turn.
  @usableFromInline
  func tell(_ time: Duration, _ turn: borrowing Turn) { tree.object?.tell(event(time), of: store, turn) }

  /// Tells the taps, in a later turn, of what was computed for a reader.
  @usableFromInline
  func post(_ time: Duration) {
    guard let tree = tree.object else { return }
    // Delivers nothing before it returns: reading must not run other code on this thread.
    tree.mailbox.postFromDeinit { [event = event(time), store, weak tree] turn in tree?.tell(event, of: store, turn) }
  }

  private func event(_ time: Duration) -> StoreEvent.Kind { .computed(name: name, time: time) }
}
