#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // A view stays subscribed while it is on the screen, and resubscribes when it receives another store. `observe` is
  // first called inside `onAppear` if the first props are ready by then; later calls follow the rules documented for
  // `UIStateObserver`.
  extension View {
    /// Displays props computed from the state and a dispatch function, while the view is on the screen.
    ///
    /// ```swift
    /// PlayerControls(props)
    ///   .subscribe(store, props: { player, dispatch in PlayerProps(player.title, dispatch) }) { props = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The subscription does not retain the store.
    ///   - props: Converts the state to props, on the presentation queue.
    ///   - presentationQueue: The serial queue on which props are computed; by default, a queue that all views share.
    ///     Pass `.main` to compute props on the main thread.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
    ///     four intervals.
    ///   - options: The subscription's update options; the other parameters override them.
    ///   - observe: Displays new props, on the main actor. `observe` is first called inside `onAppear` if the props are
    ///     ready by then.
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

    /// Displays states without converting them to props, while the view is on the screen.
    ///
    /// ```swift
    /// Text(player?.title ?? "nothing")
    ///   .subscribe(store, removeStateDuplicates: .equal { $0.title }) { player = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The subscription does not retain the store.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
    ///     four intervals.
    ///   - options: The subscription's update options; the other parameters override them.
    ///   - observe: Displays a state, on the main actor. `observe` is first called inside `onAppear`.
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

    /// Displays states while the view is on the screen, and passes a dispatch function to `observe`.
    ///
    /// - Parameters:
    ///   - store: The store whose state is displayed. The subscription does not retain the store.
    ///   - equating: Suppresses updates for consecutive states that compare equal.
    ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
    ///     four intervals.
    ///   - options: The subscription's update options; the other parameters override them.
    ///   - observe: Displays a state, on the main actor. `observe` is first called inside `onAppear`.
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

    /// Displays the states of an `any Store` without converting them, while the view is on the screen.
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }

    /// While the view is on the screen, displays a part of a state each time the part changes.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, \.title) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the part. The subscription does not retain the store.
    ///   - part: Extracts the part from the state, on the main actor.
    ///   - rate: The update rate while the part keeps changing.
    ///   - observe: Displays the part, on the main actor. `observe` is first called inside `onAppear`.
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
