/// A binding as its group knows it.
struct BoundMember<State: Sendable>: Sendable {
  let number: UInt64
  let filter: ChangeFilter
  /// Makes an update of a state that the filter has let through; nil where the binding has ended.
  let makeUpdate: @Sendable (State) -> Update?
  /// What shows the states.
  let site: BindingSite
  /// Nil where a token ends the binding, which closes the filter.
  let owner: WeakOwner?

  /// Whether somebody waits for further states.
  var isWanted: @Sendable () -> Bool {
    { [isClosed = filter.isClosed, owner] in !isClosed.isRaised && owner?.isGone != true }
  }
}

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

/// What shows the states of a store, for reports.
enum BindingSite: Sendable {
  /// The call that made the binding.
  case location(SourceLocation)
  /// The type of the object that the binding ends with, or that made it.
  case object(Any.Type)
  /// The type of what is shown, of a view that has no other name.
  case props(Any.Type)
}

extension BindingSite: CustomStringConvertible {
  var description: String {
    switch self {
    case .location(let location): "at \(location)"
    case .object(let type): "by `\(type)`"
    case .props(let type): "by a view of `\(type)`"
    }
  }
}

/// Lets the states through that a binding is updated with: those newer than the last, and different from it.
///
/// Not generic, because each round goes through all filters of a group: generic code would ask the state's type at each
/// of them how to retain it.
final class ChangeFilter: Sendable {
  /// Raised when the binding has ended. Nothing gets through any more.
  let isClosed = AtomicFlag()
  // Not an optional closure: taking one out of an enum retains it.
  private let isFiltered: Bool
  private let differs: @Sendable (UnsafeRawPointer, borrowing Turn) -> Bool
  private let latest = TurnLocal<UInt64?>(nil)

  init<State>(_ equating: Equating<State>?) {
    isFiltered = equating != nil
    guard let filter = equating?.makeFilter() else {
      differs = { _, _ in true }
      return
    }
    // SAFETY: `BoundMembers` calls this, with a pointer to a state of the type that its filters were made for.
    differs = { state, turn in lend(state.assumingMemoryBound(to: State.self)) { filter($0, turn) } }
  }

  /// Whether the binding is to be updated with the state of this revision.
  ///
  /// `state` points to one of the type that the filter was made for.
  func letsThrough(_ state: UnsafeRawPointer, _ revision: UInt64, _ turn: borrowing Turn) -> Bool {
    if isClosed.isRaised { return false }
    // What was read before another update was made is not shown after it.
    let isNew = latest.with(turn) { latest in
      if let latest, latest >= revision { return false }
      latest = revision
      return true
    }
    return isNew && (!isFiltered || differs(state, turn))
  }
}
