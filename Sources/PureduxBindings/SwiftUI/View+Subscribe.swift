#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // A view subscribes while it is on the screen, and again when it is given another store. The first call of `observe`
  // happens inside `onAppear`, all others as `UIStateObserver` says.
  extension View {
    /// Displays props that are computed from the state and the store, while the view is on the screen.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, props: { player, store in player.title }) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made: one for all by default, `.main` for the main thread.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: how many seconds have to pass without a change: 0.016 by default. An update waits four times as long at
    ///     most.
    ///   - options: all of these in one value, and more; what is given beside them counts.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue? = nil,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: props) { props, _ in observe(props) }
    }

    /// Displays props that are computed from the state and a dispatch function, while the view is on the screen.
    ///
    /// ```swift
    /// PlayerControls(props)
    ///   .subscribe(store, props: { player, dispatch in PlayerProps(player.title, dispatch) }) { props = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - presentationQueue: the serial queue on which props are made: one for all by default, `.main` for the main thread.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: how many seconds have to pass without a change: 0.016 by default. An update waits four times as long at
    ///     most.
    ///   - options: all of these in one value, and more; what is given beside them counts.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      presentationQueue: DispatchQueue? = nil,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: { props($0, $1.dispatch) }) { props, _ in observe(props)
      }
    }

    /// Displays states without conversion, while the view is on the screen.
    ///
    /// ```swift
    /// Text(player?.title ?? "nothing")
    ///   .subscribe(store, removeStateDuplicates: .equal { $0.title }) { player = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: how many seconds have to pass without a change: 0.016 by default. An update waits four times as long at
    ///     most.
    ///   - options: all of these in one value, and more; what is given beside them counts.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: { state, _ in state }) { state, _ in observe(state) }
    }

    /// Displays states without conversion, with a dispatch function, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: how many seconds have to pass without a change: 0.016 by default. An update waits four times as long at
    ///     most.
    ///   - options: all of these in one value, and more; what is given beside them counts.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: { state, _ in state }) { observe($0, $1.dispatch) }
    }

    /// Displays states without conversion, with the store, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - equating: states that it considers equal cause no update.
    ///   - interval: how many seconds have to pass without a change: 0.016 by default. An update waits four times as long at
    ///     most.
    ///   - options: all of these in one value, and more; what is given beside them counts.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: { state, _ in state }, observe: observe)
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

    /// Shows one part of a state, and again when the part has changed, while the view is on the screen.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, \.title) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state has the part. The subscription does not keep it alive.
    ///   - part: leads to the part. It is read on the main actor.
    ///   - rate: how often the part is shown while it keeps changing.
    ///   - observe: shows the part, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action, Part: Equatable & Sendable>(
      _ store: some Store<State, Action>, _ part: @escaping @Sendable (_ state: State) -> Part,
      rate: UpdateRate = .frame, observe: @escaping @MainActor (_ part: Part) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), .part(part, rate), props: { state, _ in part(state) }) { part, _ in
        observe(part)
      }
    }
  }
#endif
