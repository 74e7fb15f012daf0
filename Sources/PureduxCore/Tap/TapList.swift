/// Those who listen to what happens in a tree. A value, so that one may leave while others are told.
@frozen
@usableFromInline
struct TapList: Sendable {
  @usableFromInline
  final class Tap: Sendable {
    let receive: @Sendable (StoreEvent) -> Void
    let isClosed = AtomicFlag()

    init(_ receive: @escaping @Sendable (StoreEvent) -> Void) { self.receive = receive }
  }

  @usableFromInline private(set) var taps: [Tap] = []

  func tell(_ event: StoreEvent) {
    for tap in taps where !tap.isClosed.isRaised { tap.receive(event) }
  }

  func adding(_ tap: Tap) -> TapList {
    var result = self
    result.taps.append(tap)
    return result
  }

  /// Nil when nobody listens any more.
  func removing(_ tap: Tap) -> TapList? {
    var result = self
    result.taps.removeAll { $0 === tap }
    return result.taps.isEmpty ? nil : result
  }
}
