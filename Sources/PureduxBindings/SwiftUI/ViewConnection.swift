#if canImport(SwiftUI)
  /// What a view shows of a store: the first props from its `body`, and the newer ones while it is on the screen.
  @MainActor
  final class ViewConnection<State: Sendable, Action: Sendable, Props> {
    typealias ViewStore = AnyStore<State, Action>

    private var store: StoreID?
    private var props: Props?
    /// The binding whose props are shown. It keeps neither the view nor the store.
    private var number: UInt64?
    /// A binding that has made the first props, and begins when the view appears.
    private var prepared: StoreBinding<State, Action, Props>?
    private var isEvaluatingBody = false

    nonisolated init() {}

    /// The latest props of this store; nil while the first ones are made.
    ///
    /// To be called in `body`. `onChange` is called when it has to be evaluated again, never inside of it.
    func latestProps(
      of store: ViewStore, _ options: UpdateOptions<State>,
      _ makeProps: @escaping StoreBinding<State, Action, Props>.MakeProps, onChange: @escaping @MainActor () -> Void
    ) -> Props? {
      if store.id != self.store {
        props = nil
        isEvaluatingBody = true
        defer { isEvaluatingBody = false }
        prepared = bind(store, options, makeProps, onChange)
      }
      return props
    }

    /// Goes on with what `body` has begun. The view has appeared, or was given another store.
    func begin(
      _ store: ViewStore, _ options: UpdateOptions<State>,
      _ makeProps: @escaping StoreBinding<State, Action, Props>.MakeProps, onChange: @escaping @MainActor () -> Void
    ) -> StoreSubscription {
      let isPrepared = store.id == self.store
      let binding = (isPrepared ? prepared : nil) ?? bind(store, options, makeProps, onChange)
      prepared = nil
      binding.begin(store)
      return StoreSubscription(binding)
    }

    private func bind(
      _ store: ViewStore, _ options: UpdateOptions<State>,
      _ makeProps: @escaping StoreBinding<State, Action, Props>.MakeProps, _ onChange: @escaping @MainActor () -> Void
    ) -> StoreBinding<State, Action, Props> {
      let next = store.node.tree.nextNumber()
      let binding = StoreBinding(store, owner: nil, number: next, options: options, props: makeProps) {
        [weak self] props, _ in
        self?.show(props, from: next, onChange)
      }
      self.store = store.id
      number = next
      binding.showFirst()
      return binding
    }

    private func show(_ props: Props, from binding: UInt64, _ onChange: () -> Void) {
      // What was bound to the store before is not shown any more.
      guard binding == number else { return }
      self.props = props
      if !isEvaluatingBody { onChange() }
    }
  }
#endif
