// The forms for one part of a state. The part is read on the main actor, and the first call comes before they return.
extension UIStateObserver {
  /// Shows one part of a state whenever the part has changed.
  ///
  /// The first value is shown before this returns.
  ///
  /// ```swift
  /// screen.subscribe(store, \.title) { title in
  ///   field.text = title
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state has the part. The subscription does not keep it alive.
  ///   - part: leads to the part. It is read on the main actor.
  ///   - rate: how often the part is shown while it keeps changing.
  ///   - observe: shows the part, on the main actor. It is kept as long as the object, so capture the object weakly.
  @MainActor
  public func subscribe<State, Action, Part: Equatable & Sendable>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (_ state: State) -> Part,
    rate: UpdateRate = .frame, observe: @escaping @MainActor (_ part: Part) -> Void
  ) {
    store.bind(
      to: self, .part(part, rate), props: { state, _ in part(state) }, observe: { part, _ in observe(part) },
      beginning: { $0.showFirst() })
  }

  /// Keeps a property of this object equal to a part of a state.
  ///
  /// The property is set before this returns, and then whenever the part has changed.
  ///
  /// ```swift
  /// field.bind(\.text, to: \.title, of: store)
  /// ```
  ///
  /// - Parameters:
  ///   - property: the property that is set, on the main actor.
  ///   - part: leads to the part. It is read on the main actor.
  ///   - store: the store whose state has the part. The binding does not keep it alive.
  ///   - rate: how often the property is set while the part keeps changing.
  @MainActor
  public func bind<State, Action, Part: Equatable & Sendable>(
    _ property: ReferenceWritableKeyPath<Self, Part>, to part: @escaping @Sendable (_ state: State) -> Part,
    of store: some Store<State, Action>, rate: UpdateRate = .frame
  ) {
    subscribe(store, part, rate: rate) { [weak self] value in self?[keyPath: property] = value }
  }
}
