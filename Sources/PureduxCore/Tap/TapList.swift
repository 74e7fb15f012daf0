/// Those who listen to what happens in a tree. A value, so that one may leave while others are told.
struct TapList: Sendable {
  final class Entry: Sendable {
    let receive: @Sendable (StoreEvent) -> Void
    let isClosed = AtomicFlag()

    init(_ receive: @escaping @Sendable (StoreEvent) -> Void) { self.receive = receive }
  }

  private var entries: [Entry] = []

  func tell(_ event: StoreEvent) {
    for entry in entries where !entry.isClosed.isRaised { entry.receive(event) }
  }

  func adding(_ entry: Entry) -> TapList {
    var result = self
    result.entries.append(entry)
    return result
  }

  /// Nil when nobody listens any more.
  func removing(_ entry: Entry) -> TapList? {
    var result = self
    result.entries.removeAll { $0 === entry }
    return result.entries.isEmpty ? nil : result
  }
}
