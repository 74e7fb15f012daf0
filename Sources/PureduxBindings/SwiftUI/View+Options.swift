#if canImport(SwiftUI)
  public import SwiftUI

  // A view subscribes while it is on the screen, and again when it receives another store. The first call of `observe`
  // happens inside `onAppear`; later calls follow the rules of `UIStateObserver`. All forms call these.
  extension View {
    /// Displays props that are computed from the state and the store, with these options, while the view is on the
    /// screen.
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - options: the update rate, the filter of states, and the presentation queue.
    ///   - observe: displays new props, on the main actor; first inside `onAppear`, if the props are computed that
    ///     soon.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options, props: props) { props, _ in observe(props) }
    }

    /// Displays props that are computed from the state and a dispatch function, with these options, while the view is
    /// on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - props: converts the state to props, on the presentation queue.
    ///   - options: the update rate, the filter of states, and the presentation queue.
    ///   - observe: displays new props, on the main actor; first inside `onAppear`, if the props are computed that
    ///     soon.
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
    }

    /// Displays states without conversion, with these options, while the view is on the screen.
    ///
    /// ```swift
    /// Text("\(second)")
    ///   .subscribe(store, options: UpdateOptions(throttleFor: 0.25)) { second = $0.second }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state is displayed. The subscription does not retain it.
    ///   - options: the update rate and the filter of states.
    ///   - observe: displays a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }) { state, _ in
        observe(state)
      }
    }

    /// Displays states without conversion, with a dispatch function, and these options, while the view is on the
    /// screen.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }) { state, store in
        observe(state, store.dispatch)
      }
    }

    /// Displays states without conversion, with the store, and these options, while the view is on the screen.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }, observe: observe)
    }

    /// Displays one part of a state, updated when the part has changed, while the view is on the screen.
    ///
    /// ```swift
    /// Text(title)
    ///   .subscribe(store, \.title) { title = $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose state has the part. The subscription does not retain it.
    ///   - part: the part of the state. It is read on the main actor.
    ///   - rate: the rate of updates while the part keeps changing.
    ///   - observe: displays the part, on the main actor; first inside `onAppear`.
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
