#if canImport(SwiftUI)
  /// A part of a store's state that bindings read and write. A written value takes precedence over the value in the
  /// state until the corresponding action is reduced, and the tree's views show the result.
  struct EditedPart<State: Sendable, Action: Sendable, Part: Sendable>: Sendable {
    private let store: StateStore<State, Action>
    private let part: any KeyPath<State, Part> & Sendable
    private let field: StoreField
    /// The place of the field in the source, if the store is a projection.
    private let place: FieldPlace?
    private let makeAction: @Sendable (_ present: Part, _ new: Part) -> Action?

    /// - Parameters:
    ///   - store: The store whose state contains the part.
    ///   - part: The edited part.
    ///   - call: The call that creates the binding.
    ///   - makeAction: Creates the action for a new value. The action may also depend on the value in the state.
    init(
      _ store: StateStore<State, Action>, _ part: any KeyPath<State, Part> & Sendable, at call: BindingCall,
      makeAction: @escaping @Sendable (_ present: Part, _ new: Part) -> Action?
    ) {
      (self.store, self.part, self.makeAction) = (store, part, makeAction)
      field = StoreField(store, part)
      place = store.node.isProjection ? FieldPlace(StoreTarget(store), part, call) : nil
    }

    /// The last written value until its action is reduced; afterwards, the value in the state. A view that reads this
    /// property is invalidated when the action is reduced, and when the value in the state changes.
    @MainActor
    var value: Part {
      let revision = store.node.tree.revision
      let value = current
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
        ReadFields.shared.read(field, part, of: store, value, at: revision)
        if let older { ReadFields.shared.access(older) }
      }
      return value
    }

    /// The same value, for a caller that is not a view.
    @MainActor
    var current: Part {
      enteredValues.value(of: field) ?? older.flatMap { enteredValues.value(of: $0) } ?? present
    }

    /// The field of an older projection in which the user has edited the same part.
    @MainActor
    private var older: StoreField? { place.flatMap { OpenEdits.shared.field(of: self, at: $0) } }

    /// The value in the state.
    private var present: Part { store.withState { $0[keyPath: part] } }

    /// Dispatches an action, and keeps the written value until the action has been reduced and is shown.
    @MainActor
    func write(_ value: Part, _ action: Action) {
      enteredValues.begin(value, of: field)
      if let place { OpenEdits.shared.begin(field, of: withoutRetainingStore, at: place) }
      store.dispatch(action)
      // Retain the audience, so that a projection created later cannot reuse the audience's address and share the
      // field.
      store.afterReducing { [field, place, audience = store.node.audience, weak tree = store.node.tree] in
        guard let tree else { return end(field, at: place, audience) }
        UpdateScheduler.shared(tree).showPending { end(field, at: place, audience) }
      }
    }

    private var withoutRetainingStore: EditedPart {
      EditedPart(copying: self, store: store.weakHandle)
    }

    private init(copying other: EditedPart, store: StateStore<State, Action>) {
      self.store = store
      (part, field, place, makeAction) = (other.part, other.field, other.place, other.makeAction)
    }

    /// Returns whether a binding of a projection that was made anew edits the same field as this binding: both show the
    /// same value, and would dispatch the same action for the value that the user has entered.
    @MainActor
    func isSameField(as other: EditedPart) -> Bool {
      guard let entered: Part = enteredValues.value(of: field) else { return false }
      let (mine, theirs) = (present, other.present)
      return isEqual(mine, theirs) && isEqual(makeAction(mine, entered), other.makeAction(theirs, entered))
    }
  }

  @MainActor
  private func end(_ field: StoreField, at place: FieldPlace?, _ audience: AnyObject) {
    guard withExtendedLifetime(audience, { enteredValues.end(of: field) }) else { return }
    if let place { OpenEdits.shared.end(field, at: place) }
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { ReadFields.shared.invalidate(field) }
  }

  /// Compares two values of a type that need not be `Equatable`.
  private func isEqual<Value>(_ one: Value, _ other: Value) -> Bool {
    func isEqual<Compared: Equatable>(_ one: Compared) -> Bool { one == other as? Compared }
    if let one = one as? any Equatable { return isEqual(one) }
    return String(reflecting: one) == String(reflecting: other)
  }

  private let enteredValues = EnteredValues<StoreField>()

  /// Identifies a part of a store's state that a binding reads and writes.
  struct StoreField: Hashable, Sendable {
    private let store: StoreTarget
    /// All projections of a store share the store's identity, so a projection is identified by its `statesID`.
    private let projection: ObjectIdentifier?
    // SAFETY: the key path was passed as `Sendable`, and is only compared.
    nonisolated(unsafe) private let part: AnyKeyPath

    init<State, Action, Part>(_ store: StateStore<State, Action>, _ part: any KeyPath<State, Part> & Sendable) {
      self.store = StoreTarget(store)
      projection = store.node.isProjection ? store.node.statesID : nil
      self.part = part
    }

    /// Whether edits of this field have not been reduced.
    var isEdited: Bool { (enteredValues.value(of: self) as Any?) != nil }
  }

  /// The call that created a binding.
  struct BindingCall: Sendable {
    let fileID: StaticString
    let line: UInt
    let column: UInt
  }

  /// The place of a projection's field: the call that creates its binding, the base store, and the part.
  struct FieldPlace: Hashable, Sendable {
    private let store: StoreTarget
    private let line: UInt
    private let column: UInt
    /// The address of the file's name, which is a literal.
    private let file: UInt
    // SAFETY: as in `StoreField`.
    nonisolated(unsafe) private let part: AnyKeyPath

    init<State, Part>(
      _ store: StoreTarget, _ part: any KeyPath<State, Part> & Sendable, _ call: BindingCall
    ) {
      (self.store, self.part) = (store, part)
      (line, column) = (call.line, call.column)
      file = call.fileID.hasPointerRepresentation ? UInt(bitPattern: call.fileID.utf8Start) : 0
    }
  }

  /// The edits of projections that have not been reduced.
  ///
  /// A view's parent may make the view's projection anew at each evaluation, and nothing tells that the new projection is
  /// the same part of the state. The new field takes over the value that was entered in the old one.
  @MainActor
  private final class OpenEdits {
    static let shared = OpenEdits()

    private struct Edit {
      let field: StoreField
      /// The part without its store, which may be released before the edit is reduced.
      let part: any Sendable
    }

    private var edits: [FieldPlace: [Edit]] = [:]

    func begin(_ field: StoreField, of part: some Sendable, at place: FieldPlace) {
      end(field, at: place)
      edits[place, default: []].append(Edit(field: field, part: part))
    }

    func end(_ field: StoreField, at place: FieldPlace) {
      edits[place]?.removeAll { $0.field == field }
      if edits[place]?.isEmpty == true { edits[place] = nil }
    }

    /// Returns the field with the latest edit that the user made in the field of `part`, through an older projection.
    func field<State, Action, Part>(
      of part: EditedPart<State, Action, Part>, at place: FieldPlace
    ) -> StoreField? {
      edits[place]?.last { edit in
        (edit.part as? EditedPart<State, Action, Part>)?.isSameField(as: part) == true
      }?.field
    }
  }
#endif
