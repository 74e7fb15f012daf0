// One form makes the children of a collection whose elements have identities by a closure; the others end in it.
extension StateStore {
  /// Makes one child for each element of a collection of the state, for as long as the element is there.
  ///
  /// The child is made in the turn in which its element came, and ends in the turn in which it left: its observers and
  /// effects end, and no action that is dispatched to it from then on, or still waits, is reduced. An element that
  /// moves keeps its child.
  ///
  /// ```swift
  /// struct Tab: Identifiable, Sendable { let id: Int }
  /// let browser = StateStore([Tab(id: 1)]) { (tabs: inout [Tab], closed: Int) in tabs.removeAll { $0.id == closed } }
  /// let pages = browser.children(of: { $0 }) { browser, tab in
  ///   browser.with(0, named: "page \(tab.id)") { (visits: inout Int, _: Int) in visits += 1 }
  /// }
  /// ```
  ///
  /// Several elements with the same identity have one child; that is reported.
  ///
  /// - Parameters:
  ///   - elements: The collection, for example `\.path`. Each turn compares the identities; an `OrderedState` is asked for
  ///     its changes instead.
  ///   - make: Makes the child of an element, mostly a store with `with`, and attaches its effects. It is called in a turn
  ///     and must be quick. Only stores made with the `parent` that it is given end with the element.
  /// - Returns: The children. Keep them: they end when the value is released.
  @inlinable
  public func children<Elements: BidirectionalCollection & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child
  ) -> Children<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
    children(of: elements, id: { $0.id }, isOwnID: true, make)
  }

  /// Makes one child for each element of a collection, known by what `id` gives for it.
  ///
  /// ```swift
  /// let screens = store.children(of: { [$0.title] }, id: { $0 }) { store, title in
  ///   store.with(title) { (text: inout String, action: CounterAction) in text += "." }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The collection, for example `\.path`. Each turn compares the identities.
  ///   - id: The identity of an element, for example `\.self`.
  ///   - make: Makes the child of an element with the `parent` that it is given.
  /// - Returns: The children. Keep them: they end when the value is released.
  @inlinable
  public func children<Elements: BidirectionalCollection & Sendable, ID: Hashable & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    id: @escaping @Sendable (_ element: Elements.Element) -> ID,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child
  ) -> Children<ID, Child> where Elements.Element: Sendable {
    children(of: elements, id: id, isOwnID: false, make)
  }

  @inlinable
  func children<Elements: BidirectionalCollection, ID: Hashable & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    id: @escaping @Sendable (_ element: Elements.Element) -> ID, isOwnID: Bool,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child
  ) -> Children<ID, Child> where Elements: Sendable, Elements.Element: Sendable {
    let storage = ChildStorage<ID, Child>(below: node)
    let parent = ChildrenParent(self)
    let registration = node.register(skipsPast: true) { [weak storage] state, turn in
      guard let storage else { return .dead }
      storage.update(elements(state), id: id, isOwnID: isOwnID, turn, below: parent, make: make)
      return .active
    }
    return Children(storage, node.subscribe(registration))
  }

  /// Makes a child while an optional part of the state, or a case, has a value.
  ///
  /// A value of another identity gets another child, if the values are `Identifiable`; others have one child for as long
  /// as there is a value.
  ///
  /// ```swift
  /// let notes = store.children(of: { $0.note }) { store, note in
  ///   store.with(note) { (text: inout String, action: CounterAction) in text = "\(action)" }
  /// }
  /// let note = notes.only
  /// ```
  ///
  /// A collection whose elements are not `Identifiable` counts as one value here, which is reported; say with
  /// `children(of:id:_:)` what tells its elements apart.
  ///
  /// - Parameters:
  ///   - element: The part, for example `\.sheet`, or `\.modal.login` of an enumeration with `@Cases`.
  ///   - make: Makes the child with the `parent` that it is given, and with the part as it was when it came.
  /// - Returns: The children, one at most at a time: `only`. Keep them: they end when the value is released.
  @inlinable
  @_disfavoredOverload
  public func children<Element: Sendable, Child: Sendable>(
    of element: @escaping @Sendable (_ state: State) -> Element?,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Element) -> Child
  ) -> Children<OnlyChild, Child> {
    // One overload for all optionals: with two, the compiler gives up on children of children.
    node.reportIfCollection(Element.self)
    // Asking a value for its identity takes longer than all else in a turn, so it is asked only where it may have one: a
    // value of a subclass, or in an existential, may have one that its static type has not.
    let mayHaveID = Element.self is any Identifiable.Type
    return children(
      of: { OptionalCollection(element($0)) },
      id: { !mayHaveID && type(of: $0 as Any) == Element.self ? OnlyChild() : OnlyChild(of: $0) }, isOwnID: false, make)
  }
}

extension StateStore {
  /// Makes a store that shows a part which may go, and goes on to show the last value of it when it has.
  ///
  /// For a view that is still shown, during an animation, while the part that it shows has left the state.
  ///
  /// ```swift
  /// let note = store.lingering("") { $0.note }
  /// ```
  ///
  /// It keeps one value of the part, so an array in that part is copied when it changes next. An action that it is sent
  /// after its element has left, as one of `children(of:)`, changes nothing.
  ///
  /// - Parameters:
  ///   - initial: What is shown until the part was there.
  ///   - part: The part; nil when it has gone.
  public func lingering<Part: Sendable>(
    _ initial: Part, _ part: @escaping @Sendable (_ state: State) -> Part?
  ) -> StateStore<Part, Action> {
    let last = Guarded(initial)
    return map(state: { state in
      guard let current = part(state) else { return last.withLock { $0 } }
      let old = last.withLock { last in
        defer { last = current }
        return last
      }
      withExtendedLifetime(old) {}
      return current
    })
  }
}

/// An optional as a collection of one element, or of none.
@frozen
@usableFromInline
struct OptionalCollection<Element>: RandomAccessCollection {
  @usableFromInline let element: Element?

  @inlinable init(_ element: Element?) { self.element = element }

  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { element == nil ? 0 : 1 }

  @inlinable
  subscript(position: Int) -> Element {
    guard position == 0, let element else { preconditionFailure("an optional has one element at most") }
    return element
  }
}

extension OptionalCollection: Sendable where Element: Sendable {}

extension Misuse {
  static func duplicateChild(id: String) -> Misuse {
    Misuse(
      "a collection that children follow has the element \(id) more than once",
      so: "its elements share one child, which ends with the last of them",
      fix: "give each element an identity of its own, or say with `children(of:id:)` what tells them apart")
  }

  static func collectionAsOneChild(type: String) -> Misuse {
    Misuse(
      "children were to follow `\(type)`, whose elements are not `Identifiable`",
      so: "the whole collection has one child",
      fix: "say what tells its elements apart, for example `children(of: \\.path, id: \\.self)`")
  }
}

extension StoreNode {
  /// Reports a collection that is taken for one value, because its elements are not `Identifiable`.
  @usableFromInline
  func reportIfCollection<Element>(_ type: Element.Type) {
    if type is any Collection.Type, type != String.self { context.report(.collectionAsOneChild(type: "\(type)")) }
  }
}
