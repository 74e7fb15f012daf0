extension Store {
  /// Shows each state, in the update of the main actor that shows it to other views, until the token ends.
  package func bind(_ observe: @escaping @MainActor (State) -> Void) -> StoreSubscription {
    bind(.immediate, props: { state, _ in state }) { state, _ in observe(state) }
  }

  /// Displays props until the returned token is cancelled or released. `beginning` is called before the binding starts
  /// observing the store.
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

  /// Displays props until `owner` is released. `beginning` is called before the binding starts observing the store.
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

// These overloads have no owner parameter; they return a token that ends the binding. If the first props are ready in
// time, `observe` is called before these overloads return, so that the first frame displays the state.
extension Store {
  /// Displays props whenever they change, until the returned token is cancelled or released.
  ///
  /// Props that are equal to the displayed props are not displayed again. Props are compared on the queue that computes
  /// them.
  ///
  /// ```swift
  /// let subscription = store.bind(props: { player, _ in player.title }) { title, previous in
  ///   print("\(previous ?? "nothing") gives way to \(title)")
  /// }
  /// subscription.cancel()       // the window is closed
  /// ```
  ///
  /// The first props are displayed before this method returns, unless another queue takes more than a few milliseconds
  /// to compute them. After the token is cancelled or released on the main actor, `observe` is not called again. The
  /// binding does not retain the store.
  ///
  /// - Parameters:
  ///   - props: Converts the state to props, on the presentation queue.
  ///   - options: The update rate (by default, one update per frame), the state filter, and the presentation queue.
  ///   - observe: Displays new props, on the main actor; `previous` contains the props from the previous call, if any.
  ///   - fileID: The file that contains this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  /// - Returns: A token whose cancellation or release ends the binding.
  @MainActor
  public func bind<Props: Equatable & Sendable>(
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
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

  /// Displays a part of the state whenever the part changes, until the returned token ends the binding.
  ///
  /// The first value is displayed before this method returns.
  ///
  /// ```swift
  /// let subscription = store.bind(\.title) { field.text = $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - part: Extracts the part from the state, on the main actor.
  ///   - rate: The update rate while the part keeps changing.
  ///   - observe: Displays the part, on the main actor.
  ///   - fileID: The file that contains this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  /// - Returns: A token whose cancellation or release ends the binding.
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
