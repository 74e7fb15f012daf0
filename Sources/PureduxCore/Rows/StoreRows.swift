/// The rows of a list: the elements of an ordered state, all or some, in its order or another.
///
/// It tells which rows changed and how, so that a list or a table never compares two arrays. The cost of a turn grows with
/// the changes: in a sorted list of 100,000 rows, one that changes its place takes a few microseconds. While nothing
/// observes it, it does nothing.
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
/// It is a handle as a store is one, and keeps its store alive.
public struct StoreRows<Element: Identifiable & Sendable, Action: Sendable>: Sendable where Element.ID: Sendable {
  /// Which rows there are after a turn, and what it changed.
  public typealias Observe =
    @Sendable (_ rows: RowList<Element.ID>, _ changes: [ElementChange<Element.ID>]?) -> Void

  /// The store whose rows these are.
  package let store: StoreID
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

  /// The rows at present, made anew by looking at each element.
  public var current: RowList<Element.ID> { makeCurrent() }

  /// Makes a store of one element; its state is nil while there is no such element.
  ///
  /// Its observers are called in the turns that changed the element. It need not be a row.
  public func element(_ id: Element.ID) -> StateStore<Element?, Action> { makeElement(id) }

  /// Calls `body` with the rows, then once for each turn that changed one of them, until the subscription ends.
  ///
  /// It runs where the store's reducers run, after them.
  ///
  /// - Parameter body: Given the rows and what happened since the last call, oldest first. The changes are nil at first,
  ///   and where every row may have changed: after a sort of the collection, for example.
  /// - Returns: The subscription. It ends when it is cancelled or released, or when the store is gone.
  public func observe(_ body: @escaping Observe) -> StoreSubscription {
    admission.subscribe { body($0.rows, $0.changes) }
  }

  /// The rows and their changes as a sequence, which begins with the present rows and ends with the store.
  ///
  /// A slow reader misses nothing: what happened meanwhile comes as one update.
  ///
  /// ```swift
  /// for await update in shop.rows(\.items).updates() {
  ///   print(update.rows.count)
  ///   break
  /// }
  /// ```
  public func updates() -> RowsUpdates<Element.ID> { RowsUpdates(admission: admission) }
}
