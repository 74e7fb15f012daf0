#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // The short forms: the options as parameters.
  extension View {
    /// Shows props that are made of a state and a store, while the view is on the screen.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, props: { player, store in player.title }) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
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

    /// Shows props that are made of a state and a function that dispatches, while the view is on the screen.
    ///
    /// ```swift
    /// PlayerControls(props)
    ///   .subscribe(store, props: { player, dispatch in PlayerProps(player.title, dispatch) }) { props = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
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

    /// Shows states as they are, while the view is on the screen.
    ///
    /// ```swift
    /// Text(player?.title ?? "nothing")
    ///   .subscribe(store, removeStateDuplicates: .equal { $0.title }) { player = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, options: options, observe: observe)
    }

    /// Shows states as they are, with a function that dispatches, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
      return subscribe(store, options: options, observe: observe)
    }

    /// Shows states as they are, with the store, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that are the same by it make no update.
    ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
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

    /// Shows states of any store as they are; for views that keep an `any Store`.
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
