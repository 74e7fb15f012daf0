#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  /// A view of a store's state, or of props computed from the state.
  ///
  /// ```swift
  /// StoreView(store) { player, dispatch in
  ///   Button("play \(player.title)") { dispatch(.play(player.title)) }
  /// }
  /// ```
  ///
  /// The first frame displays the state, or props that can be computed within a few milliseconds. If props take longer,
  /// a placeholder is displayed until they are ready, so that expensive props do not block the main thread. A view that
  /// receives another store switches to that store. A projection has the same identity as its base store, so the view
  /// does not switch between projections of one store. While on the screen, the view keeps using the `props` closure
  /// that it received together with its store, so give the view an `id` if the closure captures values that change.
  public struct StoreView<StoreState: Sendable, Action: Sendable, Props, Content: View> {
    private let store: StateStore<StoreState, Action>
    private var options: UpdateOptions<StoreState>
    private let makeProps: @Sendable (StoreState, StateStore<StoreState, Action>) -> Props
    private let content: (Props) -> Content
    private let placeholder: AnyView?
    @State private var connection = ViewConnection<StoreState, Action, Props>()
    /// A counter that is incremented to update the view when the props change.
    @State private var version = 0

    /// Creates a view whose props are computed from the state and the store.
    ///
    /// ```swift
    /// StoreView(store, props: { player, store in PlayerProps(player.title, store.dispatch) }) { props in
    ///   Text(props.title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - props: Converts the state to props, on the presentation queue.
    ///   - presentationQueue: The serial queue on which props are computed; pass `.main` to compute props on the main
    ///     thread.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds. Continuous changes delay an update by at most four intervals.
    ///   - content: Creates the view that displays the props.
    @_disfavoredOverload
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      let options = UpdateOptions(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, rate: .debounce(interval))
      self.init(store, props: props, options: options, content: content)
    }

    /// Creates a view whose props are computed from the state and a dispatch function.
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - props: Converts the state to props, on the presentation queue.
    ///   - presentationQueue: The serial queue on which props are computed; pass `.main` to compute props on the main
    ///     thread.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds. Continuous changes delay an update by at most four intervals.
    ///   - content: Creates the view that displays the props.
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(
        store, props: { state, store in props(state, store.dispatch) }, presentationQueue: presentationQueue,
        removeStateDuplicates: equating, debounceFor: interval, content: content)
    }

    /// Creates a view with update options; its props are computed from the state and the store.
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - props: Converts the state to props, on the presentation queue.
    ///   - options: The update rate, the state filter, and the presentation queue.
    ///   - content: Creates the view that displays the props.
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      options: UpdateOptions<StoreState>,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, options: options, placeholder: nil, content: content)
    }

    /// Creates a view with a placeholder; its props are computed from the state and the store.
    ///
    /// ```swift
    /// StoreView(store, props: { player, _ in Lyrics(of: player) }) { lyrics in
    ///   Text(lyrics.text)
    /// } placeholder: {
    ///   Text("loading")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - props: Converts the state to props, on the presentation queue.
    ///   - options: The update rate, the state filter, and the presentation queue.
    ///   - content: Creates the view that displays the props.
    ///   - placeholder: The view to display until the first props are computed, if their computation takes more than a
    ///     few milliseconds.
    public init<Placeholder: View>(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      options: UpdateOptions<StoreState> = UpdateOptions(),
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(store, props: props, options: options, placeholder: AnyView(placeholder()), content: content)
    }

    /// Creates a view of one part of a store's state, updated when the part changes.
    ///
    /// ```swift
    /// StoreView(store, \.title) { title in
    ///   Text(title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the part. The view retains the store.
    ///   - part: Extracts the part from the state, on the main actor.
    ///   - rate: The update rate while the part keeps changing.
    ///   - content: Creates the view that displays the part.
    public init(
      _ store: some Store<StoreState, Action>, _ part: @escaping @Sendable (_ state: StoreState) -> Props,
      rate: UpdateRate = .frame, @ViewBuilder content: @escaping (_ part: Props) -> Content
    ) where Props: Equatable & Sendable {
      self.init(store, props: { state, _ in part(state) }, options: .part(part, rate), content: content)
    }

    package init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      options: UpdateOptions<StoreState>, placeholder: AnyView?, content: @escaping (_ props: Props) -> Content
    ) {
      self.store = store.eraseToAnyStore()
      self.options = options
      makeProps = props
      self.placeholder = placeholder
      self.content = content
    }

    func changed(_ change: (inout UpdateOptions<StoreState>) -> Void) -> Self {
      var result = self
      change(&result.options)
      return result
    }
  }

  // The conformance is in an extension, so that the struct is not inferred to be `@MainActor` and can be created off
  // the main actor.
  extension StoreView: View {
    /// The content for the latest props, or the placeholder until the first props are ready.
    public var body: some View {
      _ = version
      return shownContent.modifier(
        StoreSubscriber(store: store.id) {
          connection.begin(store, options, makeProps) { version += 1 }
        })
    }

    @MainActor @ViewBuilder private var shownContent: some View {
      if let props = connection.latestProps(of: store, options, makeProps, onChange: { version += 1 }) {
        content(props)
      } else if let placeholder {
        placeholder
      } else {
        NothingView()
      }
    }
  }

  extension StoreView where Props == (StoreState, Dispatch<Action>) {
    /// Creates a view whose content receives the state and a dispatch function.
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds. Continuous changes delay an update by at most four intervals.
    ///   - content: Creates the view that displays the state.
    public init(
      _ store: some Store<StoreState, Action>,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(
        store, options: UpdateOptions(removeStateDuplicates: equating, rate: .debounce(interval)), content: content)
    }

    /// Creates a view with update options; its content receives the state and a dispatch function.
    ///
    /// ```swift
    /// StoreView(store, options: UpdateOptions(rate: .throttle(0.25))) { player, _ in
    ///   Text("\(player.second)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The view retains the store.
    ///   - options: The update rate and the state filter.
    ///   - content: Creates the view that displays the state.
    public init(
      _ store: some Store<StoreState, Action>,
      options: UpdateOptions<StoreState>,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(
        store, props: { state, store in (state, store.dispatch) }, options: options.withoutProps,
        content: { content($0.0, $0.1) })
    }
  }

  extension StoreView where Props == (StoreState, StateStore<StoreState, Action>) {
    /// Creates a view whose content receives the state and the store, as two parameters or as one tuple.
    @_disfavoredOverload
    public init(
      _ store: some Store<StoreState, Action>,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ props: (StoreState, StateStore<StoreState, Action>)) -> Content
    ) {
      let options = UpdateOptions(removeStateDuplicates: equating, rate: .debounce(interval))
      self.init(
        store, props: { state, store in (state, store) }, options: options.withoutProps, content: content)
    }
  }

  extension StateStore {
    /// Calls a store as a function, which is an error. Without this declaration, the compiler would report each mistake in
    /// the content of a ``StoreView`` as a call of a store, because the content could receive the store.
    @available(*, unavailable, message: "Write `dispatch`: `store.dispatch(action)`.")
    public func callAsFunction(_ action: Action) {}
  }
#endif
