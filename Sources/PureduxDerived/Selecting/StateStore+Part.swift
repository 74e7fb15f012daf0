public import PureduxCollections

// The designated forms compare a part by value: the part of a screen is small, or tracks its changes with versions.
extension StateStore {
  /// Returns a store of a part of the state and of the part's own actions, for example for the view of a feature.
  ///
  /// The observers of the returned store are called only when the part has changed. All calls with the same key path
  /// share the comparison, and the returned stores count as one store, so a view may call this method each time that
  /// it is evaluated.
  ///
  /// ```swift
  /// let player = desk.part(\.player, Desk.Action.player)
  /// player.dispatch(.pause)
  /// ```
  ///
  /// An optional part can be named in this way too; the state of the returned store is then nil while the part is. For
  /// a view that stays visible during an animation after its part has become nil, use the form with `initial`.
  ///
  /// - Parameters:
  ///   - path: The part. It is retained for the comparison, so a large list should be an `OrderedState`.
  ///   - embed: Converts an action of the part to an action of this store, usually a case of the action's enumeration.
  public func part<Part: Equatable & Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, Part> & Sendable, _ embed: @escaping @Sendable (_ action: PartAction) -> Action
  ) -> StateStore<Part, PartAction> {
    part(PartKey(node.statesID, path), of: { $0[keyPath: path] }, { { $0 } }, embed)
  }

  /// Returns a store of an optional part, which keeps the part's last value after the part has become nil.
  ///
  /// ```swift
  /// let sheet = desk.part(\.sheet, initial: Player(id: 1), Desk.Action.sheet)
  /// ```
  ///
  /// Actions are dispatched to this store, also after the part has become nil; a reducer ignores them by
  /// `sheet?.reduce(action)`.
  ///
  /// - Parameters:
  ///   - path: The optional part: an optional property, or a case of an enumeration with `@Cases`.
  ///   - initial: The state of the returned store until a value of the part has been read or observed.
  ///   - embed: Converts an action of the part to an action of this store.
  public func part<Part: Equatable & Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, Part?> & Sendable, initial: Part,
    _ embed: @escaping @Sendable (_ action: PartAction) -> Action
  ) -> StateStore<Part, PartAction> {
    part(PartKey(node.statesID, path), of: { $0[keyPath: path] }, { lastValue(initial) }, embed)
  }

  /// Returns a store of an element of a list; the store's state is nil while the list does not contain the element.
  ///
  /// ```swift
  /// let screen = desk.part(\.path, id: 7, Desk.Action.screen)  // case screen(Player.ID, Player.Action)
  /// ```
  ///
  /// The element is looked up after each action, which is right for the few elements that are screens. For the rows of
  /// a large list, use `rows` or ``element(_:id:)``.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - id: The identity of the element, which need not exist yet.
  ///   - embed: Converts an action of the element with this id to an action of this store.
  public func part<Element: Identifiable & Equatable & Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, OrderedState<Element>> & Sendable, id: Element.ID,
    _ embed: @escaping @Sendable (_ id: Element.ID, _ action: PartAction) -> Action
  ) -> StateStore<Element?, PartAction> where Element.ID: Sendable {
    part(PartKey(node.statesID, path, id), of: { $0[keyPath: path][id: id] }, { { $0 } }, { embed(id, $0) })
  }

  /// Returns a store of an element of a list, which keeps the element's last value after its removal.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - initial: The element as the caller knows it, whose identity is that of the part.
  ///   - embed: Converts an action of the element with this id to an action of this store.
  public func part<Element: Identifiable & Equatable & Sendable, PartAction: Sendable>(
    _ path: any KeyPath<State, OrderedState<Element>> & Sendable, initial: Element,
    _ embed: @escaping @Sendable (_ id: Element.ID, _ action: PartAction) -> Action
  ) -> StateStore<Element, PartAction> where Element.ID: Sendable {
    let id = initial.id
    return part(
      PartKey(node.statesID, path, id), of: { $0[keyPath: path][id: id] }, { lastValue(initial) }, { embed(id, $0) })
  }

  /// Designated method. `makeOutput` creates the closure that computes the returned store's state from the part.
  private func part<Part: Equatable & Sendable, Output: Sendable, PartAction: Sendable>(
    _ key: PartKey, of read: @escaping @Sendable (State) -> Part,
    _ makeOutput: () -> @Sendable (Part) -> Output, _ embed: @escaping @Sendable (PartAction) -> Action
  ) -> StateStore<Output, PartAction> {
    let table = node.tree.slot(StoreParts.self).table(of: State.self, Output.self)
    let shared = table.selection(for: key, of: node) { token in
      let output = makeOutput()
      return node.makeSelection(nil, whenChanged: .input(read), token: token) { output(read($0)) }
    }
    return StateStore<Output, Action>(node: node.selection(shared.selection, shared.audience)).map(actions: embed)
  }

  /// Returns a closure that returns the last value that it was called with.
  private func lastValue<Part: Sendable>(_ initial: Part) -> @Sendable (Part?) -> Part {
    let last = Guarded(initial)
    return { value in
      guard let value else { return last.withLock { $0 } }
      // The old value is released outside the lock.
      let old = last.withLock { last in
        defer { last = value }
        return last
      }
      withExtendedLifetime(old) {}
      return value
    }
  }
}

/// Identifies a part of the states that an audience receives.
private struct PartKey: Hashable, Sendable {
  /// The selection of the part retains its audience, so that the address is not reused while the selection exists.
  let states: ObjectIdentifier
  // SAFETY: key paths are immutable, and the path comes from a parameter that is `Sendable`.
  nonisolated(unsafe) let path: AnyKeyPath
  // SAFETY: immutable, and the identity comes from a parameter that is `Sendable`.
  nonisolated(unsafe) let id: AnyHashable?

  init(_ states: ObjectIdentifier, _ path: any AnyKeyPath & Sendable, _ id: (any Hashable & Sendable)? = nil) {
    (self.states, self.path, self.id) = (states, path, id.map { AnyHashable($0) })
  }
}

/// The parts that are in use in a tree, in one table for each pair of types.
private final class StoreParts: TreeSlot {
  private let tables = Guarded<[ObjectIdentifier: any Sendable]>([:])

  func table<State, Part>(of state: State.Type, _ part: Part.Type) -> SelectionTable<PartKey, State, Part> {
    typealias Table = SelectionTable<PartKey, State, Part>
    return tables.withLock { tables in
      if let table = tables[ObjectIdentifier(Table.self)] as? Table { return table }
      let table = Table()
      tables[ObjectIdentifier(Table.self)] = table
      return table
    }
  }
}
