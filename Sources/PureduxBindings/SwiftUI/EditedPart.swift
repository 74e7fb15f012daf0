#if canImport(SwiftUI)
  /// A part of a store's state as bindings read and write it. A written value takes precedence until it is reduced.
  struct EditedPart<State: Sendable, Action: Sendable, Part: Sendable>: Sendable {
    private let store: AnyStore<State, Action>
    private let part: any KeyPath<State, Part> & Sendable
    private let field: StoreField

    init(_ store: AnyStore<State, Action>, _ part: any KeyPath<State, Part> & Sendable) {
      self.store = store
      self.part = part
      field = StoreField(store, part)
    }

    /// The value written last, or else the value of the state. A view that reads it is invalidated when the two differ.
    @MainActor
    var value: Part {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { EditObservation.of(field).access() }
      if let pending: Part = enteredValues.value(of: field) { return pending }
      return store.withState { $0[keyPath: part] }
    }

    /// Keeps the value until the action that writes it to the state has been reduced.
    @MainActor
    func write(_ value: Part, _ action: Action) {
      enteredValues.begin(value, of: field)
      store.dispatch(action)
      store.afterReducing { [field] in
        guard enteredValues.end(of: field) else { return }
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { EditObservation.of(field).invalidate() }
      }
    }
  }

  private let enteredValues = EnteredValues<StoreField>()
#endif
