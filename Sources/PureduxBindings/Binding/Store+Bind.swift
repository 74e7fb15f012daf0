extension Store {
  /// Binds without an owner, until the token is cancelled or released. `beginning` is called before the binding begins.
  func bind<Props>(
    at site: BindingSite = .props(Props.self), _ options: UpdateOptions<State>,
    props: @escaping StoreBinding<State, Action, Props>.MakeProps,
    observe: @escaping StoreBinding<State, Action, Props>.Observe,
    beginning: (StoreBinding<State, Action, Props>) -> Void = { _ in }
  ) -> StoreSubscription {
    let store = eraseToAnyStore()
    let binding = StoreBinding(store, owner: nil, site: site, options: options, props: props, observe: observe)
    beginning(binding)
    binding.begin(store)
    return StoreSubscription(binding)
  }

  /// Binds until the owner is gone. `beginning` is called before the binding begins.
  func bind<Props>(
    to owner: AnyObject, _ options: UpdateOptions<State>,
    props: @escaping StoreBinding<State, Action, Props>.MakeProps,
    observe: @escaping StoreBinding<State, Action, Props>.Observe,
    beginning: (StoreBinding<State, Action, Props>) -> Void = { _ in }
  ) {
    let store = eraseToAnyStore()
    let binding = StoreBinding(
      store, owner: WeakOwner(owner), site: .object(type(of: owner)), options: options, props: props,
      observe: observe)
    beginning(binding)
    binding.begin(store)
  }
}

// The forms without an owner: a token ends them. The first call comes before they return, as the first frame needs it.
extension Store {
  /// Shows props that differ from those before, until the token is cancelled or released.
  ///
  /// Props that are equal to the ones before are left out. They are compared where they are made.
  ///
  /// ```swift
  /// let subscription = store.bind(props: { player, _ in player.title }) { title, previous in
  ///   print("\(previous ?? "nothing") gives way to \(title)")
  /// }
  /// subscription.cancel()       // the window is closed
  /// ```
  ///
  /// The first props are shown before this returns, unless another queue takes more than a few milliseconds to make
  /// them. No call begins after the main actor has cancelled or released the token. The binding does not keep the store
  /// alive.
  ///
  /// - Parameters:
  ///   - props: makes what is shown, on the presentation queue.
  ///   - options: when the view is updated, for which states, and where props are made; once a frame by default.
  ///   - observe: shows new props, on the main actor; `previous` are those that it was called with before.
  ///   - fileID: the place of this call, for reports.
  ///   - line: the place of this call.
  /// - Returns: the token, to be kept for as long as the props are shown.
  @MainActor
  public func bind<Props: Equatable & Sendable>(
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    options: UpdateOptions<State> = UpdateOptions(rate: .frame),
    fileID: StaticString = #fileID, line: UInt = #line,
    observe: @escaping @MainActor (_ props: Props, _ previous: Props?) -> Void
  ) -> StoreSubscription {
    let comparison = PropsComparison<Props>()
    return bind(
      at: .location(SourceLocation(fileID: fileID, line: line)), options,
      props: { state, store in comparison.change(to: props(state, store)) },
      observe: { change, _ in
        if let change { observe(change.new, change.old) }
      }, beginning: { $0.showFirst() })
  }

  /// Shows one part of a state whenever the part has changed, until the token is cancelled or released.
  ///
  /// The first value is shown before this returns.
  ///
  /// ```swift
  /// let subscription = store.bind(\.title) { field.text = $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - part: leads to the part. It is read on the main actor.
  ///   - rate: how often the part is shown while it keeps changing.
  ///   - observe: shows the part, on the main actor.
  ///   - fileID: the place of this call, for reports.
  ///   - line: the place of this call.
  /// - Returns: the token, to be kept for as long as the part is shown.
  @MainActor
  public func bind<Part: Equatable & Sendable>(
    _ part: @escaping @Sendable (_ state: State) -> Part, rate: UpdateRate = .frame,
    fileID: StaticString = #fileID, line: UInt = #line, observe: @escaping @MainActor (_ part: Part) -> Void
  ) -> StoreSubscription {
    bind(
      at: .location(SourceLocation(fileID: fileID, line: line)),
      .part(part, rate), props: { state, _ in part(state) }, observe: { part, _ in observe(part) },
      beginning: { $0.showFirst() })
  }
}
