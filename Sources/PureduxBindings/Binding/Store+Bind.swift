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
