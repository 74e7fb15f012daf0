extension StateStore {
  /// Makes a store of one element of an ordered state; its state is nil while there is no such element.
  ///
  /// Its observers are called in the turns that changed that element, and in no others. The collection itself says what
  /// changed, so ten thousand observed elements cost a turn no more than ten. Where the collection no longer knows, for
  /// example after a sort, all of them are called.
  ///
  /// ```swift
  /// struct Shop: Sendable { var items: OrderedState<Item> = [] }
  /// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
  /// let first = shop.element(\.items, id: 1)
  /// let subscription = first.subscribe { item in print(item?.title ?? "nothing") }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: Where the ordered state is. Stores that are made with equal key paths share the work.
  ///   - id: The identity of the element, which need not be there yet.
  @inlinable
  public func element<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable, id: Element.ID
  ) -> StateStore<Element?, Action> where Element.ID: Sendable {
    element(id, of: elementBranch(elements))
  }

  /// The branch for the elements at a key path, which all handles to this store share.
  @inlinable
  func elementBranch<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable
  ) -> ElementBranch<State, Element> where Element.ID: Sendable {
    let branch = node.tree.elementBranch(below: node.audience, elements) {
      elementBranch { $0[keyPath: elements] }
    }
    // One audience and one key path stand for one type of state and of elements.
    return branch as? ElementBranch<State, Element> ?? elementBranch { $0[keyPath: elements] }
  }

  @inlinable
  func elementBranch<Element: Identifiable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>
  ) -> ElementBranch<State, Element> where Element.ID: Sendable {
    ElementBranch(below: node.audience, number: node.tree.nextNumber(), elements)
  }

  @inlinable
  func element<Element: Identifiable & Sendable>(
    _ id: Element.ID, of branch: ElementBranch<State, Element>
  ) -> StateStore<Element?, Action> where Element.ID: Sendable {
    let (audience, tree) = (node.audienceInEveryTurn, node.tree)
    return StateStore<Element?, Action>(
      node: node.showing(
        node.source.map { branch.element(id, in: $0) }, branch.audience(of: id, number: tree.nextNumber()),
        everyTurn: { audience().below(tree.nextNumber()) { state, _ in branch.list(state)[id: id] } }))
  }
}
