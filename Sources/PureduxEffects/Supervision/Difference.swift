extension Supervision {
  /// What a state asked for, and what it asks for now.
  struct Difference {
    typealias Pair = (old: Slice<Asked>, new: Slice<Asked>)

    let whole: Pair
    /// The parts in which the two differ. What is alike at both ends was dealt with before.
    let parts: Pair

    var isEmpty: Bool { parts.old.isEmpty && parts.new.isEmpty }

    init(from old: Asked, to new: Asked) {
      let shorter = min(old.count, new.count)
      var start = 0
      while start < shorter, old[start].asksTheSame(as: new[start]) { start += 1 }
      var end = 0
      while end < shorter - start, old[old.count - 1 - end].asksTheSame(as: new[new.count - 1 - end]) { end += 1 }
      whole = (old[...], new[...])
      parts = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    }
  }
}
