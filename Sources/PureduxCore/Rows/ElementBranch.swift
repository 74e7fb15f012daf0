/// A branch of the tree for all elements of an ordered state that something observes.
///
/// In a turn it asks the collection which elements changed, and publishes to the audiences of these alone. So the cost of
/// a turn does not grow with the number of observed elements.
@usableFromInline
final class ElementBranch<State, Element: Identifiable & Sendable>: Guarded<ElementAudiences<Element>>,
  // SAFETY: `above`, `number` and `list` are constants; what changes is the content that `Guarded` keeps under the lock.
  @unchecked Sendable
where Element.ID: Sendable {
  private let above: Audience<State>
  private let number: UInt64
  @usableFromInline let list: @Sendable (State) -> OrderedState<Element>

  @usableFromInline
  init(
    below above: Audience<State>, number: UInt64, _ list: @escaping @Sendable (State) -> OrderedState<Element>
  ) {
    self.above = above
    self.number = number
    self.list = list
    super.init(ElementAudiences(), lock: above.lock)
  }

  /// Makes an audience of one element, which is entered here while something observes it.
  @inlinable
  func audience(of id: Element.ID, number: UInt64) -> Audience<Element?> {
    Audience<Element?>(lock: lock) { [self] audience, locked in
      guard let audience else { return leave(id, number: number, locked) }
      let branch = Branch<State>(
        close: { [self] in close() },
        .ofState { [self] state, turn in lend(state) { publish($0, turn) } })
      return enter(id, audience, number: number, branch, locked)
    }
  }

  /// The element in a state that is read outside of a publication.
  ///
  /// An observer is offered the element before it is entered, in one turn. So the version that is noted here is the one
  /// that the first observer has seen, or an older one that another thread read meanwhile.
  @inlinable
  func element(_ id: Element.ID, in state: State) -> Element? {
    let list = list(state)
    let version = list.version
    withLock { if $0.isEmpty { $0.offered = version } }
    return list[id: id]
  }

  @inlinable
  func publish(_ state: State, _ turn: borrowing Turn) {
    let list = list(state)
    let version = list.version
    let offered = withLock { content in
      defer { content.offered = version }
      return content.offered
    }
    if offered == version { return }
    var first: Element.ID?
    var others: Set<Element.ID> = []
    let isKnown =
      offered.map { offered in
        list.forEachChange(since: offered) { change in
          let id = change.id
          if let first { if id != first { others.insert(id) } } else { first = id }
        }
      } ?? false
    guard isKnown else {
      for id in withLock({ $0.ids }) { publish(id, of: list, turn) }
      return
    }
    if let first { publish(first, of: list, turn) }
    for id in others { publish(id, of: list, turn) }
  }

  @inlinable
  func publish(_ id: Element.ID, of list: OrderedState<Element>, _ turn: borrowing Turn) {
    guard let slots = withLock({ $0.byID[id] }) else { return }
    withTemporaryValue(filledBy: { pointer in initialize(at: pointer) { list[id: id] } }) { element in
      slots.first.audience.publish(element, turn)
      for slot in slots.others { slot.audience.publish(element, turn) }
    }
  }

  @usableFromInline
  func enter(
    _ id: Element.ID, _ audience: Audience<Element?>, number: UInt64, _ branch: Branch<State>,
    _ locked: borrowing LockToken
  ) -> (any Sendable)? {
    let isFirst = with(locked) { content in
      defer { content.insert(audience, number: number, id) }
      return content.isEmpty
    }
    // What is not entered is returned, so that it is released outside the lock.
    return isFirst ? above.add(branch, of: audience, number: self.number, locked) : branch
  }

  @usableFromInline
  func leave(_ id: Element.ID, number: UInt64, _ locked: borrowing LockToken) -> (any Sendable)? {
    let (removed, isLast) = with(locked) { content in
      let wasEmpty = content.isEmpty
      let removed = content.remove(number: number, id)
      return (removed, !wasEmpty && content.isEmpty)
    }
    return [removed, isLast ? above.removeBranch(self.number, locked) : nil] as [(any Sendable)?]
  }

  @usableFromInline
  func close() -> [OrphanedObserver] { withLock { $0.all }.flatMap { $0.close() } }
}
