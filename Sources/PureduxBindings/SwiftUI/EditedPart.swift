#if canImport(SwiftUI)
  /// A part of a store's state as bindings read and write it: what was written counts until it has been reduced.
  struct EditedPart<State: Sendable, Action: Sendable, Part: Sendable>: Sendable {
    private let store: AnyStore<State, Action>
    private let part: any KeyPath<State, Part> & Sendable
    private let field: StoreField

    init(_ store: AnyStore<State, Action>, _ part: any KeyPath<State, Part> & Sendable) {
      self.store = store
      self.part = part
      field = StoreField(store, part)
    }

    /// What was written last, or else what the state has. A view that reads it is evaluated again when the two differ.
    @MainActor
    var value: Part {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { EditObservation.of(field).access() }
      if let pending: Part = enteredValues.value(of: field) { return pending }
      return store.withState { $0[keyPath: part] }
    }

    /// Has the value until the action that makes it the state's has been reduced.
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
