/// The deadlines of entries in a binary heap, the earliest first.
///
/// An item whose entry has a different deadline by now is obsolete. It is skipped when it becomes the first.
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
