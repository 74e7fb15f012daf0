extension StateStore {
  /// Makes the rows of a list: the elements of an ordered state, in its order.
  ///
  /// ```swift
  /// struct Shop: Sendable { var items: OrderedState<Item> = [] }
  /// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
  /// let subscription = shop.rows(\.items, where: { !$0.title.isEmpty }).observe { rows, changes in
  ///   for change in changes ?? [] { print(change) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: Where the ordered state is.
  ///   - isRow: Whether an element is a row; nil for all of them. It is asked again for an element that changed, so it should
  ///     read nothing but the element.
  @inlinable
  public func rows<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable,
    where isRow: (@Sendable (Element) -> Bool)? = nil
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), where: isRow)
  }

  /// Makes the rows of a list: the elements of an ordered state, sorted by a key.
  ///
  /// ```swift
  /// struct Shop: Sendable { var items: OrderedState<Item> = [] }
  /// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
  /// let titles = shop.rows(\.items, by: { $0.title })
  /// ```
  ///
  /// - Parameters:
  ///   - elements: Where the ordered state is.
  ///   - isRow: Whether an element is a row; nil for all of them.
  ///   - key: The smallest comes first. Elements with equal keys keep the order in which they became rows.
  @inlinable
  public func rows<Element: Identifiable & Sendable, Key: Comparable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable,
    where isRow: (@Sendable (Element) -> Bool)? = nil, by key: @escaping @Sendable (Element) -> Key
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), in: SortedOrder(where: isRow ?? { _ in true }, by: key))
  }

  /// Makes the rows of a list from the ordered state that a closure returns: quicker than a key path of several parts.
  @inlinable
  public func rows<Element: Identifiable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>,
    where isRow: (@Sendable (Element) -> Bool)? = nil
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), where: isRow)
  }

  /// Makes the rows of a list from the ordered state that a closure returns, sorted by a key.
  @inlinable
  public func rows<Element: Identifiable & Sendable, Key: Comparable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>,
    where isRow: (@Sendable (Element) -> Bool)? = nil, by key: @escaping @Sendable (Element) -> Key
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), in: SortedOrder(where: isRow ?? { _ in true }, by: key))
  }

  @inlinable
  func rows<Element: Identifiable & Sendable>(
    of branch: ElementBranch<State, Element>, where isRow: (@Sendable (Element) -> Bool)?
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    if let isRow { rows(of: branch, in: FilteredOrder(where: isRow)) } else { rows(of: branch, in: ListOrder()) }
  }

  /// The one form that all rows come down to.
  @inlinable
  func rows<Order: RowOrder>(
    of branch: ElementBranch<State, Order.Element>, in order: Order
  ) -> StoreRows<Order.Element, Action> {
    let list = branch.list
    let followed = TurnLocal<FollowedRows<Order>?>(nil)
    let (above, number) = (node.audience, node.tree.nextNumber())
    let audience = Audience<RowsUpdate<Order.Element.ID>>(lock: above.lock) { audience, locked in
      above.link(audience, number, locked) { audience in
        .ofState { state, turn in
          let update = lend(state) { state in
            followed.with(turn) { $0?.update(to: list(state)) }
          }
          guard let update = update ?? nil else { return }
          withTemporaryValue(filledBy: { $0.initialize(to: update) }) { audience.publish($0, turn) }
        }
      }
    }
    let (source, tree) = (node.source, node.tree)
    let admission = RowAdmission(audience: audience, tree: tree, lifetime: node.lifetime) { turn in
      let list = list(source.state(tree))
      return followed.with(turn) { followed in
        // While something observes, these are the rows of this very version.
        if let followed, followed.version == list.version { return followed.rows }
        let made = FollowedRows(list, in: order)
        followed = made
        return made.rows
      }
    }
    return StoreRows(
      of: id, admission: admission, current: { FollowedRows(list(state), in: order).rows },
      element: { element($0, of: branch) })
  }
}
