#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // The short forms, with the options as parameters.
  extension View {
    /// Displays props that are computed from the state and the store, while the view is on the screen.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, props: { player, store in player.title }) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
    ///   - observe: displays new props, on the main actor; first inside `onAppear`, if the props are computed that
    ///     soon.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let options = UpdateOptions(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, props: props, options: options, observe: observe)
    }

    /// Displays props that are computed from the state and a dispatch function, while the view is on the screen.
    ///
    /// ```swift
    /// PlayerControls(props)
    ///   .subscribe(store, props: { player, dispatch in PlayerProps(player.title, dispatch) }) { props = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
    ///   - observe: displays new props, on the main actor; first inside `onAppear`, if the props are computed that
    ///     soon.
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let options = UpdateOptions(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, props: props, options: options, observe: observe)
    }

    /// Displays states without conversion, while the view is on the screen.
    ///
    /// ```swift
    /// Text(player?.title ?? "nothing")
    ///   .subscribe(store, removeStateDuplicates: .equal { $0.title }) { player = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
    ///   - observe: displays a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, options: options, observe: observe)
    }

    /// Displays states without conversion, with a dispatch function, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
    ///   - observe: displays a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, options: options, observe: observe)
    }

    /// Displays states without conversion, with the store, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
    ///   - observe: displays a state, on the main actor; first inside `onAppear`.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, options: options, observe: observe)
    }

    /// Displays states of any store without conversion, for views that keep an `any Store`.
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }
  }
#endif
