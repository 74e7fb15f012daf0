public import PureduxCollections

/// The rows of a list: all or some elements of an ordered state, in the state's order or sorted by a key.
///
/// Observers receive the changes to the rows, so a list or table need not diff two arrays. The cost of a turn is
/// proportional to the number of changes: moving one row in a sorted list of 100,000 rows takes a few microseconds.
/// Unobserved rows cost nothing.
///
/// ```swift
/// struct Shop: Sendable { var items: OrderedState<Item> = [] }
/// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
/// let rows = shop.rows(\.items, by: { $0.title })
/// let subscription = rows.observe { rows, changes in
///   print(rows.count, changes ?? [])
/// }
/// let first = rows.element(1)
/// ```
///
/// Like a store, this type is a handle. The handle retains the store that contains the elements.
public struct StoreRows<Element: Identifiable & Sendable, Action: Sendable>: Sendable where Element.ID: Sendable {
  /// The identity of the store that contains the rows.
  let store: StoreID
  @usableFromInline let admission: RowAdmission<Element.ID>
  @usableFromInline let makeCurrent: @Sendable () -> RowList<Element.ID>
  @usableFromInline let makeElement: @Sendable (Element.ID) -> StateStore<Element?, Action>

  @usableFromInline
  init(
    of store: StoreID, admission: RowAdmission<Element.ID>,
    current makeCurrent: @escaping @Sendable () -> RowList<Element.ID>,
    element makeElement: @escaping @Sendable (Element.ID) -> StateStore<Element?, Action>
  ) {
    self.store = store
    self.admission = admission
    self.makeCurrent = makeCurrent
    self.makeElement = makeElement
  }

  /// The current rows, computed from all elements.
  ///
  /// The sort is stable: elements with equal sort keys keep the order of the collection. An observer may have received
  /// elements with equal keys in a different order. To find the row at an index of a view, use the rows that the view
  /// received.
  public var current: RowList<Element.ID> { makeCurrent() }

  /// Returns a store for a single element. The store's state is nil while the element does not exist.
  ///
  /// Observers of the returned store are called in turns that change the element. The element need not be a row.
  public func element(_ id: Element.ID) -> StateStore<Element?, Action> { makeElement(id) }

  /// Calls `body` with the rows, then once for each turn that changes a row, until the subscription ends.
  ///
  /// `body` is called after the reducers, on the store's runner.
  ///
  /// - Parameter body: Receives the rows and the changes since the last call, oldest first. The changes are nil in the
  ///   first call, and whenever every row may have changed, for example after the collection was sorted.
  /// - Returns: The subscription, which ends when it is cancelled or released, or when the store is released.
  public func observe(
    _ body: @escaping @Sendable (_ rows: RowList<Element.ID>, _ changes: [ElementChange<Element.ID>]?) -> Void
  ) -> StoreSubscription {
    admission.subscribe { body($0.rows, $0.changes) }
  }

  /// Returns a sequence of row updates that starts with the current rows and ends when the store ends.
  ///
  /// A slow reader never misses a change: pending updates are merged into one that includes them all.
  ///
  /// ```swift
  /// for await update in shop.rows(\.items).updates() {
  ///   print(update.rows.count)
  ///   break
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  public func updates(fileID: StaticString = #fileID, line: UInt = #line) -> StoreSequence<RowsUpdate<Element.ID>> {
    let location = SourceLocation(fileID: fileID, line: line)
    return StoreSequence { [admission] in
      let reader = RowsReader(admission, location)
      return StoreSequence.AsyncIterator { await reader.next() }
    }
  }
}

extension StateStore {
  /// Returns the rows of a list: the elements of an ordered state, in the state's order.
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
  ///   - elements: The key path to the ordered state.
  ///   - isRow: Returns whether an element is a row; if nil, all elements are rows. The closure is called again when an
  ///     element changes, so its result must depend only on the element.
  @inlinable
  public func rows<Element: Identifiable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable,
    where isRow: (@Sendable (Element) -> Bool)? = nil
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), where: isRow)
  }

  /// Returns the rows of a list: the elements of an ordered state, sorted by a key.
  ///
  /// ```swift
  /// struct Shop: Sendable { var items: OrderedState<Item> = [] }
  /// let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }
  /// let titles = shop.rows(\.items, by: { $0.title })
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The key path to the ordered state.
  ///   - isRow: Returns whether an element is a row; if nil, all elements are rows.
  ///   - key: Returns the sort key of an element; rows are sorted in ascending order. Elements with equal keys keep the
  ///     order in which they became rows. When all rows are recomputed, elements with equal keys return to the order of
  ///     the collection.
  @inlinable
  public func rows<Element: Identifiable & Sendable, Key: Comparable & Sendable>(
    _ elements: any KeyPath<State, OrderedState<Element>> & Sendable,
    where isRow: (@Sendable (Element) -> Bool)? = nil, by key: @escaping @Sendable (Element) -> Key
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), in: SortedOrder(where: isRow, by: key))
  }

  /// Returns the rows of the ordered state that a closure returns. A closure is faster than a key path with several
  /// components.
  @inlinable
  public func rows<Element: Identifiable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>,
    where isRow: (@Sendable (Element) -> Bool)? = nil
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), where: isRow)
  }

  /// Returns the rows of the ordered state that a closure returns, sorted by a key.
  @inlinable
  public func rows<Element: Identifiable & Sendable, Key: Comparable & Sendable>(
    _ elements: @escaping @Sendable (State) -> OrderedState<Element>,
    where isRow: (@Sendable (Element) -> Bool)? = nil, by key: @escaping @Sendable (Element) -> Key
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    rows(of: elementBranch(elements), in: SortedOrder(where: isRow, by: key))
  }

  @inlinable
  func rows<Element: Identifiable & Sendable>(
    of branch: ElementBranch<State, Element>, where isRow: (@Sendable (Element) -> Bool)?
  ) -> StoreRows<Element, Action> where Element.ID: Sendable {
    if let isRow { rows(of: branch, in: FilteredOrder(where: isRow)) } else { rows(of: branch, in: ListOrder()) }
  }

  /// Designated method; all other overloads delegate to it.
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
        // If the rows are already observed, `followed` is up to date.
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

extension Reducing {
  /// Returns a reducer for an ordered state's elements: `row.forEach().lifted(to: \.rows) { … (id, action) … }`.
  ///
  /// An action for a missing element has no effect: the element may have been removed while the action was queued.
  public func forEach() -> ClosureReducer<OrderedState<State>, (id: State.ID, action: Action)>
  where State: Identifiable {
    let reducer = whenPresent()
    return ClosureReducer { elements, action in reducer.reduce(&elements[id: action.id], action.action) }
  }
}
