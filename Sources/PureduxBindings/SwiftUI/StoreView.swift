#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  /// A view whose content is made of a store's state, or of props that are made of it.
  ///
  /// ```swift
  /// StoreView(store) { player, dispatch in
  ///   Button("play \(player.title)") { dispatch(.play(player.title)) }
  /// }
  /// ```
  ///
  /// The first frame shows the state, or props of it that are made in a few milliseconds. If they take longer, a
  /// placeholder is shown until they are made, so that heavy props do not hold up the main thread. When the view is
  /// given another store, it shows that one; a projection counts as the store that it shows. The closure that makes
  /// props stays the one with which the view appeared, so give the view an `id` if it captures values that change.
  public struct StoreView<StoreState: Sendable, Action: Sendable, Props, Content: View> {
    private let store: AnyStore<StoreState, Action>
    private var options: UpdateOptions<StoreState>
    private let makeProps: @Sendable (StoreState, AnyStore<StoreState, Action>) -> Props
    private let content: (Props) -> Content
    private let placeholder: AnyView?
    @State private var connection = ViewConnection<StoreState, Action, Props>()
    /// Changes when there are new props.
    @State private var version = 0

    /// A view whose content is made of props.
    ///
    /// ```swift
    /// StoreView(store, props: { player, store in PlayerProps(player.title, store.dispatch) }) { props in
    ///   Text(props.title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - content: what is shown of the props.
    @_disfavoredOverload
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      let options = UpdateOptions(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      self.init(store, props: props, options: options, content: content)
    }

    /// A view whose content is made of props, which are made of a state and a function that dispatches.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - content: what is shown of the props.
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

    /// A view whose content is made of props, with these options.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - options: when the view is updated, for which states, and where props are made.
    ///   - content: what is shown of the props.
    public init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      options: UpdateOptions<StoreState>,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, options: options, placeholder: nil, content: content)
    }

    /// A view whose content is made of props, with another placeholder than nothing.
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
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - options: when the view is updated, for which states, and where props are made.
    ///   - content: what is shown of the props.
    ///   - placeholder: what is shown until the first props are made, where that takes more than a few milliseconds.
    public init<Placeholder: View>(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      options: UpdateOptions<StoreState> = UpdateOptions(),
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(store, props: props, options: options, placeholder: AnyView(placeholder()), content: content)
    }

    /// A view whose content is made of one part of a store's state, and again when the part has changed.
    ///
    /// ```swift
    /// StoreView(store, \.title) { title in
    ///   Text(title)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state has the part. The view keeps it alive.
    ///   - part: leads to the part. It is read on the main actor.
    ///   - rate: how often the view is updated while the part keeps changing.
    ///   - content: what is shown of the part.
    public init(
      _ store: some Store<StoreState, Action>, _ part: @escaping @Sendable (_ state: StoreState) -> Props,
      rate: UpdateRate = .frame, @ViewBuilder content: @escaping (_ part: Props) -> Content
    ) where Props: Equatable & Sendable {
      self.init(store, props: { state, _ in part(state) }, options: .part(part, rate), content: content)
    }

    init(
      _ store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
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

  // The conformance stands apart from the structure, which belongs to no actor therefore, and can be made anywhere.
  extension StoreView: View {
    /// The content, made of the latest props, or the placeholder until the first ones are made.
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
    /// A view whose content is made of a store's state and a function that dispatches.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - content: what is shown of the state.
    public init(
      _ store: some Store<StoreState, Action>,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(
        store, options: UpdateOptions(removeStateDuplicates: equating, debounceFor: interval), content: content)
    }

    /// A view whose content is made of a store's state and a function that dispatches, with these options.
    ///
    /// ```swift
    /// StoreView(store, options: UpdateOptions(throttleFor: 0.25)) { player, _ in
    ///   Text("\(player.second)")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The view keeps it alive.
    ///   - options: when the view is updated, and for which states.
    ///   - content: what is shown of the state.
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

  extension StoreView where Props == (StoreState, AnyStore<StoreState, Action>) {
    /// A view whose content is made of a store's state and the store.
    @_disfavoredOverload
    public init(
      _ store: some Store<StoreState, Action>,
      removeStateDuplicates equating: Equating<StoreState>? = nil,
      debounceFor interval: Double = .uiDebounce,
      @ViewBuilder content: @escaping (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Content
    ) {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      self.init(
        store, props: { state, store in (state, store) }, options: options.withoutProps,
        content: { content($0.0, $0.1) })
    }
  }
#endif
