/// The causes of what is delivered: of actions, in the order of posting; and of the message under way.
struct DeliveredCauses {
  private var waiting: ContiguousArray<PostedCause> = []
  private var next = 0
  var ofMessage: PostedCause?

  /// The cause of the action that is delivered next; `refill` brings those of the actions that came meanwhile.
  mutating func first(_ refill: (inout ContiguousArray<PostedCause>) -> Void) -> PostedCause {
    if let ofMessage { return ofMessage }
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
      refill(&waiting)
      if waiting.isEmpty { return .here() }
    }
    return waiting[next]
  }

  /// The action with the first cause is delivered.
  mutating func removeFirst() {
    if ofMessage == nil, next < waiting.count { next += 1 }
  }

  /// The actions that waited were given up, and their causes with them.
  mutating func abandon() { next = waiting.count }
}
