/// Some bindings of a store, in the order of their numbers.
struct BoundMembers<State: Sendable>: Sendable {
  private var members: [BoundMember<State>] = []
  /// The members' filters: each round goes through all of them, and through few of the members.
  private var filters: ContiguousArray<ChangeFilter> = []

  init() {}

  init(_ member: BoundMember<State>) { insert(member) }

  var isEmpty: Bool { members.isEmpty }

  var indices: Range<Int> { members.indices }

  subscript(index: Int) -> BoundMember<State> { members[index] }

  /// The indices of those that are to be updated with the state of this revision.
  func concerned(by state: State, _ revision: UInt64, _ turn: borrowing Turn) -> [Int] {
    // SAFETY: the filters were made for states of this type, by the initialiser of `StoreBinding`, and keep no pointer.
    withUnsafePointer(to: state) { state in
      var concerned: [Int] = []
      for index in filters.indices where filters[index].letsThrough(state, revision, turn) { concerned.append(index) }
      return concerned
    }
  }

  mutating func insert(_ member: BoundMember<State>) {
    let index = index(of: member.number)
    members.insert(member, at: index)
    filters.insert(member.filter, at: index)
  }

  /// Returns the removed member, for the caller to release.
  mutating func remove(_ number: UInt64) -> BoundMember<State>? {
    let index = index(of: number)
    guard index < members.count, members[index].number == number else { return nil }
    filters.remove(at: index)
    return members.remove(at: index)
  }

  /// The index of the first member whose number is not smaller.
  private func index(of number: UInt64) -> Int {
    guard let last = members.last, last.number >= number else { return members.count }
    var (low, high) = (0, members.count)
    while low < high {
      let middle = (low + high) / 2
      if members[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
