// The public overloads delegate to the internal overload, which obtains the identities from a closure.
extension StateStore {
  /// Creates a child for each element of a collection, and ends the child when its element is removed.
  ///
  /// A child is created in the turn that inserts its element, and ends in the turn that removes the element. When a
  /// child ends, its observers and effects also end. Actions that are still queued for the child, or are dispatched to
  /// it later, are not reduced. An element that moves keeps its child.
  ///
  /// ```swift
  /// struct Tab: Identifiable, Sendable { let id: Int }
  /// let browser = StateStore([Tab(id: 1)]) { (tabs: inout [Tab], closed: Int) in tabs.removeAll { $0.id == closed } }
  /// let pages = browser.children(of: { $0 }) { browser, tab in
  ///   browser.with(0, named: "page \(tab.id)") { (visits: inout Int, _: Int) in visits += 1 }
  /// }
  /// ```
  ///
  /// Elements with the same identity share one child, and are reported as misuse.
  ///
  /// - Parameters:
  ///   - elements: The collection, for example `\.path`. Each turn compares all identities or, for an `OrderedState`,
  ///     only the identities of changed elements.
  ///   - make: Creates the child of an element, usually with `parent.with`, and attaches the child's effects. `make` is
  ///     called in a turn, so it must be fast. Only stores that are created from the passed `parent` end with the
  ///     element.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  /// - Returns: The children. Retain the returned object: its children end when it is released. An object that nothing
  ///   retains is reported as misuse.
  @inlinable
  public func children<Elements: BidirectionalCollection & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Children<Elements.Element.ID, Child>
  where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
    children(of: elements, id: { $0.id }, isOwnID: true, make, fileID, line)
  }

  /// Creates a child for each element of a collection, identified by the result of `id`.
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
  ///   - make: Creates the child of an element from the passed `parent`.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  /// - Returns: The children. Retain the returned object: its children end when it is released. An object that nothing
  ///   retains is reported as misuse.
  @inlinable
  public func children<Elements: BidirectionalCollection & Sendable, ID: Hashable & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    id: @escaping @Sendable (_ element: Elements.Element) -> ID,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Children<ID, Child> where Elements.Element: Sendable {
    children(of: elements, id: id, isOwnID: false, make, fileID, line)
  }

  @inlinable
  func children<Elements: BidirectionalCollection, ID: Hashable & Sendable, Child: Sendable>(
    of elements: @escaping @Sendable (_ state: State) -> Elements,
    id: @escaping @Sendable (_ element: Elements.Element) -> ID, isOwnID: Bool,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Elements.Element) -> Child,
    _ fileID: StaticString, _ line: UInt
  ) -> Children<ID, Child> where Elements: Sendable, Elements.Element: Sendable {
    let storage = ChildStorage<ID, Child>(below: node, fileID: fileID, line: line)
    let parent = ChildrenParent(self)
    let member = node.addToStructure { [weak storage] state, turn in
      guard let storage else { return .dead }
      storage.update(lend(state) { elements($0) }, id: id, isOwnID: isOwnID, turn, below: parent, make: make)
      return .active
    }
    return Children(storage, member)
  }

  /// Creates a child for an optional part of the state, such as an enum case, while the part is not nil.
  ///
  /// If the values are `Identifiable`, a value with a new identity gets a new child. Values that are not `Identifiable`
  /// share one child for as long as the part has a value.
  ///
  /// ```swift
  /// let notes = store.children(of: { $0.note }) { store, note in
  ///   store.with(note) { (text: inout String, action: CounterAction) in text = "\(action)" }
  /// }
  /// let note = notes.only
  /// ```
  ///
  /// A collection whose elements are not `Identifiable` is treated as a single value, and is reported as misuse. To
  /// identify the elements, use `children(of:id:_:)`.
  ///
  /// - Parameters:
  ///   - element: The part, for example `\.sheet`, or `\.modal.login` of an enumeration with `@Cases`.
  ///   - make: Creates a child from the passed `parent` and the part's current value.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  /// - Returns: An object that contains at most one child at a time, available as `only`. Retain the returned object:
  ///   its children end when it is released.
  @inlinable
  @_disfavoredOverload
  public func children<Element: Sendable, Child: Sendable>(
    of element: @escaping @Sendable (_ state: State) -> Element?,
    _ make: @escaping @Sendable (_ parent: StateStore<State, Action>, _ element: Element) -> Child,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Children<OnlyChild, Child> {
    // One overload handles all optionals: with two overloads, the compiler fails to type-check children of children.
    node.reportIfCollection(Element.self)
    // Reading an identity can take longer than the rest of the turn, so read it only from a value that may have one. An
    // instance of a subclass, or a value in an existential, may have an identity even if the static type has none.
    let mayHaveID = Element.self is any Identifiable.Type
    return children(
      of: { OptionalCollection(element($0)) },
      id: { !mayHaveID && type(of: $0 as Any) == Element.self ? OnlyChild() : OnlyChild(of: $0) }, isOwnID: false, make,
      fileID, line)
  }
}

extension StateStore {
  /// Returns a store that keeps the last value of an optional part after the part has become nil.
  ///
  /// Use this method for a view that stays visible during an animation after its part has become nil.
  ///
  /// ```swift
  /// let note = store.lingering("") { $0.note }
  /// ```
  ///
  /// The returned store retains one value of the part, so the next change to an array in that part copies the array.
  /// The returned store accepts the same actions as this store, even after the part has become nil. In contrast, a
  /// child created by `children(of:)` drops actions that are dispatched after its element has been removed.
  ///
  /// - Parameters:
  ///   - initial: The returned store's state until a value of the part has been read or observed.
  ///   - part: Returns the optional part of a state.
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

/// An optional as a collection of at most one element.
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
      "the collection of `children(of:)` contains the element \(id) more than once",
      so: "its elements share one child, which ends with the last of them",
      fix: "give each element its own identity, or specify one with `children(of:id:)`")
  }

  static func collectionAsOneChild(type: String) -> Misuse {
    Misuse(
      "`children(of:)` was called with `\(type)`, whose elements are not `Identifiable`",
      so: "the whole collection has one child",
      fix: "specify an identity, for example `children(of: \\.path, id: \\.self)`")
  }
}

extension StoreNode {
  /// Reports a collection that is treated as a single value because its elements are not `Identifiable`.
  @usableFromInline
  func reportIfCollection<Element>(_ type: Element.Type) {
    if type is any Collection.Type, type != String.self { context.report(.collectionAsOneChild(type: "\(type)")) }
  }
}
