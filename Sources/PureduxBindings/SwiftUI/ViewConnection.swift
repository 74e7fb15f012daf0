#if canImport(SwiftUI)
  package import SwiftUI

  /// Connects a view to a store. The first props are computed in `body`; later props are computed while the view is on
  /// the screen.
  @MainActor
  final class ViewConnection<State: Sendable, Action: Sendable, Props> {
    typealias ViewStore = StateStore<State, Action>

    private var store: StoreID?
    private var props: Props?
    /// Identifies the binding whose props are displayed. The binding retains neither the view nor the store.
    private var number: UInt64?
    /// A binding that computes the first props, and begins observing the store when the view appears.
    private var prepared: StoreBinding<State, Action, Props>?
    /// The binding that the store retains while the view is on the screen.
    private weak var current: StoreBinding<State, Action, Props>?
    /// The tree's revision at the last evaluation of `body`.
    private var revision: UInt64?
    private var isEvaluatingBody = false

    nonisolated init() {}

    /// Returns the latest props of the store, or nil until the first props are ready.
    ///
    /// Call this method in `body`. `onChange` is called when `body` must be evaluated again, but never during this
    /// call.
    func latestProps(
      of store: ViewStore, _ options: UpdateOptions<State>,
      _ makeProps: @escaping StoreBinding<State, Action, Props>.MakeProps, onChange: @escaping @MainActor () -> Void
    ) -> Props? {
      isEvaluatingBody = true
      defer { isEvaluatingBody = false }
      let newest = store.node.tree.revision
      if store.id != self.store {
        props = nil
        prepared = bind(store, options, makeProps, onChange)
      } else if newest != revision {
        // Bindings read the present state, so the props must not be older.
        current?.showNewest()
      }
      revision = newest
      return props
    }

    /// Begins the binding that `body` prepared for this store, or a new binding if there is none. Call this method when
    /// the view appears or receives another store.
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
      (number, current) = (next, binding)
      binding.showFirst()
      return binding
    }

    private func show(_ props: Props, from binding: UInt64, _ onChange: () -> Void) {
      // Drop props that were computed for a previous store.
      guard binding == number else { return }
      self.props = props
      if !isEvaluatingBody { onChange() }
    }
  }

  /// A view that takes up no space. Unlike an `EmptyView`, this view appears on the screen, so its modifiers take
  /// effect.
  package struct NothingView: View {
    package init() {}

    package var body: some View { Color.clear.frame(width: 0, height: 0) }
  }
#endif
