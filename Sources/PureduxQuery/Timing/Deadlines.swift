internal import PureduxCore

/// A binary heap of entry deadlines, with the earliest deadline at the root.
///
/// An item becomes obsolete when the deadline of its entry changes. An obsolete item is skipped when it reaches the
/// root.
struct Deadlines<Key: Sendable>: Sendable {
  struct Item: Sendable {
    let time: Int64
    let key: Key
  }

  private var items: [Item] = []

  var count: Int { items.count }
  var first: Item? { items.first }

  mutating func insert(_ item: Item) {
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard items[child].time < items[parent].time else { return }
      items.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < items.count && items[child].time < items[least].time {
        least = child
      }
      guard least != parent else { return }
      items.swapAt(parent, least)
      parent = least
    }
  }

  mutating func removeAll() { items = [] }
}

/// Times on the store's clock in integer nanoseconds, which take half the space of a `Duration`.
enum Moment {
  static let never = Int64.max

  /// The current time, read from the context's clock so that a replay receives the same time.
  static var now: Int64 {
    nanoseconds(StoreContext.current.clock.now())
  }

  static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }

  /// Converts seconds from data that was read: at least zero, also for NaN, and at most ten years.
  static func nanoseconds(_ seconds: Double) -> Int64 {
    Int64((min(max(seconds.isNaN ? 0 : seconds, 0), 10 * 365 * 86_400) * 1e9).rounded())
  }
}

/// Wall times in nanoseconds since 1970, from which the age of a response is computed after a restart.
enum WallTime {
  /// The current wall time, read from the context's clock so that a replay receives the same time.
  static var now: Int64 { Moment.nanoseconds(StoreContext.current.clock.wallTime()) }

  /// Converts a time in seconds since 1970 to nanoseconds. Returns `.min`, for an unknown time, if the number is
  /// invalid.
  static func nanoseconds(_ seconds: Double) -> Int64 { 0...4e9 ~= seconds ? Int64(seconds * 1e9) : .min }
}
