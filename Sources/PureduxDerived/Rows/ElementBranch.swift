public import PureduxCollections

extension StateStore {
  /// Returns a store for a single element of an ordered state. The store's state is nil while the element does not
  /// exist.
  ///
  /// After the initial call, observers of the returned store are called in turns that change the element. The
  /// collection tracks its changes, so a turn costs no more with ten thousand observed elements than with ten. If the
  /// changes that a turn made are unknown, for example after a sort, all observers are called.
  ///
  /// ```swift
  /// struct Shop: Sendable { var items: OrderedState<Item> = [] }
  /// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
  /// let first = shop.element(\.items, id: 1)
  /// let subscription = first.subscribe { item in print(item?.title ?? "nothing") }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The key path to the ordered state. Element stores with equal key paths share the search for changed
  ///     elements.
  ///   - id: The identity of the element; the element need not exist yet.
  @inlinable
  public func element<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable, id: Element.ID
  ) -> StateStore<Element?, Action> where Element.ID: Sendable {
    element(id, of: elementBranch(elements))
  }

  /// Returns the branch for the elements at a key path, shared by all handles to this store.
  @inlinable
  func elementBranch<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable
  ) -> ElementBranch<State, Element> where Element.ID: Sendable {
    let branch = node.tree.elementBranch(below: node.audience, elements) {
      elementBranch { $0[keyPath: elements] }
    }
    // The cast succeeds, because the audience and the key path determine the types of the state and the elements.
    return branch as? ElementBranch<State, Element> ?? elementBranch { $0[keyPath: elements] }
  }

  @inlinable
  package func elementBranch<Element: Identifiable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>
  ) -> ElementBranch<State, Element> where Element.ID: Sendable {
    ElementBranch(below: node.audience, number: node.tree.nextNumber(), elements)
  }

  @inlinable
  package func element<Element: Identifiable & Sendable>(
    _ id: Element.ID, of branch: ElementBranch<State, Element>
  ) -> StateStore<Element?, Action> where Element.ID: Sendable {
    let (audience, tree) = (node.unfilteredAudienceOrOwn, node.tree)
    return StateStore<Element?, Action>(
      node: node.showing(
        node.source.map { branch.element(id, in: $0) }, branch.audience(of: id, number: tree.nextNumber()),
        unfilteredAudience: { audience().below(tree.nextNumber()) { state, _ in branch.list(state)[id: id] } }))
  }
}

/// A branch of the tree that serves all observed elements of an ordered state.
///
/// In each turn, the branch reads the changed elements from the collection, and publishes only to their audiences. The
/// cost of a turn does not depend on the number of observed elements, unless the turn's changes are unknown.
@usableFromInline
package final class ElementBranch<State, Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  private let above: Audience<State>
  private let number: UInt64
  @usableFromInline let list: @Sendable (State) -> OrderedState<Element>
  /// The audiences of the observed elements, guarded by the lock that all audiences of the tree share.
  @usableFromInline let audiences: Guarded<ElementAudiences<Element>>

  @usableFromInline
  init(
    below above: Audience<State>, number: UInt64, _ list: @escaping @Sendable (State) -> OrderedState<Element>
  ) {
    self.above = above
    self.number = number
    self.list = list
    audiences = Guarded(ElementAudiences(), lock: above.lock)
  }

  /// Creates an audience for one element. Only an audience that has observers is registered in this branch.
  @inlinable
  func audience(of id: Element.ID, number: UInt64) -> Audience<Element?> {
    Audience<Element?>(lock: audiences.lock) { [self] audience, locked in
      guard let audience else { return leave(id, number: number, locked) }
      let branch = Branch<State>.make(
        close: { [self] in close() },
        .ofState { [self] state, turn in lend(state) { publish($0, turn) } })
      return enter(id, audience, number: number, branch, locked)
    }
  }

  /// Returns an element of `state`, which was read outside a publication.
  ///
  /// A new observer receives the element and is registered in the same turn. Until the first publication, `offered` is
  /// therefore the version that the first observer received, or an older version that another thread read just before
  /// the registration.
  @inlinable
  func element(_ id: Element.ID, in state: State) -> Element? {
    let list = list(state)
    let version = list.version
    // Observers that belong to effects are not called for past states, so the version of a past state is not recorded
    // as published.
    let isPast = TurnObserverHook.showsPastOnThread
    audiences.withLock { if $0.isEmpty { $0.offered = isPast ? nil : version } }
    return list[id: id]
  }

  @inlinable
  func publish(_ state: State, _ turn: borrowing Turn) {
    let list = list(state)
    if TurnObserverHook.showsPastOnThread { return publishAll(of: list, turn) }
    let version = list.version
    let offered = audiences.withLock { content in
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
    guard isKnown else { return publishAll(of: list, turn) }
    if let first { publish(first, of: list, turn) }
    for id in others { publish(id, of: list, turn) }
  }

  @usableFromInline
  func publishAll(of list: OrderedState<Element>, _ turn: borrowing Turn) {
    for id in audiences.withLock({ $0.ids }) { publish(id, of: list, turn) }
  }

  @inlinable
  func publish(_ id: Element.ID, of list: OrderedState<Element>, _ turn: borrowing Turn) {
    guard let slots = audiences.withLock({ $0.byID[id] }) else { return }
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
    let isFirst = audiences.with(locked) { content in
      defer { content.insert(audience, number: number, id) }
      return content.isEmpty
    }
    // An unused branch is returned so that the caller can release it outside the lock.
    return isFirst ? above.add(branch, of: audience, number: self.number, locked) : branch
  }

  @usableFromInline
  func leave(_ id: Element.ID, number: UInt64, _ locked: borrowing LockToken) -> (any Sendable)? {
    let (removed, isLast) = audiences.with(locked) { content in
      let wasEmpty = content.isEmpty
      let removed = content.remove(number: number, id)
      return (removed, !wasEmpty && content.isEmpty)
    }
    return [removed, isLast ? above.removeBranch(self.number, locked) : nil] as [(any Sendable)?]
  }

  @usableFromInline
  func close() -> [OrphanedObserver] { audiences.withLock { $0.all }.flatMap { $0.close() } }
}

/// The audiences of the observed elements.
@usableFromInline
@frozen
struct ElementAudiences<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  /// The version of the collection that was last published to these audiences.
  ///
  /// Before the first publication, this is the version that the first observer received, or an older version.
  @usableFromInline var offered: Version?
  @usableFromInline var byID: [Element.ID: Slots] = [:]

  /// The audiences of one element. Usually an element has only one audience.
  @usableFromInline
  struct Slots: Sendable {
    @usableFromInline var first: Slot
    @usableFromInline var others: [Slot] = []
  }

  @usableFromInline
  struct Slot: Sendable {
    let number: UInt64
    @usableFromInline let audience: Audience<Element?>
  }

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { byID.isEmpty }

  /// The identities of the observed elements.
  @inlinable var ids: [Element.ID] { Array(byID.keys) }

  var all: [Audience<Element?>] { byID.values.flatMap { [$0.first.audience] + $0.others.map(\.audience) } }

  mutating func insert(_ audience: Audience<Element?>, number: UInt64, _ id: Element.ID) {
    let slot = Slot(number: number, audience: audience)
    if byID[id]?.others.append(slot) == nil { byID[id] = Slots(first: slot) }
  }

  /// Removes and returns the audience with this number. The caller releases the audience outside the lock.
  mutating func remove(number: UInt64, _ id: Element.ID) -> Audience<Element?>? {
    guard var slots = byID[id] else { return nil }
    let all = [slots.first] + slots.others
    let rest = all.filter { $0.number != number }
    if let first = rest.first {
      slots = Slots(first: first, others: Array(rest.dropFirst()))
      byID[id] = slots
    } else {
      byID[id] = nil
    }
    return all.first { $0.number == number }?.audience
  }
}

/// The element branches of a tree, keyed by the audience and the key path of the collection. The branches are
/// referenced weakly.
final class ElementBranches: TreeSlot {
  private struct Key: Hashable {
    let audience: ObjectIdentifier
    let path: AnyKeyPath
  }

  private struct WeakBranch {
    weak var branch: (any AnyObject & Sendable)?
  }

  private struct Content {
    var branches: [Key: WeakBranch] = [:]
    var room = 16
  }

  private let content = Guarded(Content())

  /// Returns the branch below an audience for a key path; creates the branch if there is none.
  ///
  /// A branch retains its audience. If a new audience reuses the address of a released audience, the old branch has
  /// therefore been released too, and its entry is replaced.
  func branch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    let key = Key(audience: ObjectIdentifier(audience), path: path)
    return content.withLock { content in
      if let branch = content.branches[key]?.branch { return branch }
      if content.branches.count >= content.room {
        content.branches = content.branches.filter { $0.value.branch != nil }
        content.room = max(16, 2 * content.branches.count)
      }
      let made = make()
      content.branches[key] = WeakBranch(branch: made)
      return made
    }
  }
}

extension StoreTree {
  @usableFromInline
  func elementBranch(
    below audience: AnyObject, _ path: AnyKeyPath, _ make: () -> any AnyObject & Sendable
  ) -> any AnyObject & Sendable {
    slot(ElementBranches.self).branch(below: audience, path, make)
  }
}
