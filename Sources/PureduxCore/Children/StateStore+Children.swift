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
