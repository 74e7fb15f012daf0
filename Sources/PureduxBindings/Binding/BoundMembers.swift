/// A binding's entry in its group.
struct BoundMember<State: Sendable>: Sendable {
  let number: UInt64
  let filter: ChangeFilter
  /// Computes an update from a state that passed the filter. Returns nil if there is nothing to display.
  let makeUpdate: @Sendable (State) -> Update?
  /// The call or the object that created the binding, for misuse reports.
  let site: BindingSite
  /// The object whose release ends the binding; nil if a token controls the lifetime of the binding.
  let owner: WeakOwner?

  /// Returns false if the binding is meant to end with its store, and once the binding has been cancelled or its owner,
  /// if any, has been released.
  var isWanted: @Sendable () -> Bool {
    let endsWithStore = if case .store = site { true } else { false }
    return { [isClosed = filter.isClosed, owner] in !endsWithStore && !isClosed.isRaised && owner?.isGone != true }
  }
}

/// Bindings of a store, ordered by binding number.
struct BoundMembers<State: Sendable>: Sendable {
  private var members: [BoundMember<State>] = []
  /// The members' filters, stored separately because each round visits every filter, but only a few members.
  private var filters: ContiguousArray<ChangeFilter> = []

  init() {}

  init(_ member: BoundMember<State>) { insert(member) }

  var isEmpty: Bool { members.isEmpty }

  var indices: Range<Int> { members.indices }

  subscript(index: Int) -> BoundMember<State> { members[index] }

  /// Returns the indices of the members to update with the state of `revision`.
  func concerned(by state: State, _ revision: UInt64, _ turn: borrowing Turn) -> [Int] {
    // SAFETY: `StoreBinding.init` created the filters for states of this type. The filters use the pointer only during
    // the call.
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

  /// Removes and returns a member, so that the caller can release the member outside the lock.
  mutating func remove(_ number: UInt64) -> BoundMember<State>? {
    let index = index(of: number)
    guard index < members.count, members[index].number == number else { return nil }
    filters.remove(at: index)
    return members.remove(at: index)
  }

  /// The index of the first member whose number is at least `number`.
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

/// The origin of a binding, for misuse reports.
enum BindingSite: Sendable {
  /// The call that created the binding.
  case location(SourceLocation)
  /// The type of the object that owns or created the binding.
  case object(Any.Type)
  /// The type of the props, if nothing else identifies the view.
  case props(Any.Type)
  /// The store itself: the binding is meant to end with the store, and is not reported.
  case store
}

extension BindingSite: CustomStringConvertible {
  var description: String {
    switch self {
    case .location(let location): "at \(location)"
    case .object(let type): "by `\(type)`"
    case .props(let type): "by a view of `\(type)`"
    case .store: "by its store"
    }
  }
}

/// A binding's filter, which accepts only newer states that differ from the last accepted state.
///
/// This class is not generic, because generic code would have to look up at run time, for each filter in a round, how
/// to retain the state.
final class ChangeFilter: Sendable {
  /// Whether the binding has ended. A closed filter rejects every state.
  let isClosed = AtomicFlag()
  // Use a flag instead of an optional closure, because extracting a closure from an optional retains the closure.
  private let isFiltered: Bool
  private let differs: @Sendable (UnsafeRawPointer, borrowing Turn) -> Bool
  private let latest = TurnLocal<UInt64?>(nil)

  init<State>(_ equating: Equating<State>?) {
    isFiltered = equating != nil
    guard let filter = equating?.makeFilter() else {
      differs = { _, _ in true }
      return
    }
    // SAFETY: only `BoundMembers` calls this closure, with a pointer to a state of the type for which the filter was
    // created.
    differs = { state, turn in lend(state.assumingMemoryBound(to: State.self)) { filter($0, turn) } }
  }

  /// Returns whether the binding must be updated with the state of `revision`.
  ///
  /// `state` points to a state of the type for which the filter was created.
  func letsThrough(_ state: UnsafeRawPointer, _ revision: UInt64, _ turn: borrowing Turn) -> Bool {
    if isClosed.isRaised { return false }
    // Reject a state that is not newer than the last state checked.
    let isNew = latest.with(turn) { latest in
      if let latest, latest >= revision { return false }
      latest = revision
      return true
    }
    return isNew && (!isFiltered || differs(state, turn))
  }
}
