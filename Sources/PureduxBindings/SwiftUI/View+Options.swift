#if canImport(SwiftUI)
  public import SwiftUI

  // A view subscribes while it is on the screen, and again when it is given another store. The first call of `observe`
  // happens inside `onAppear`, all others as `UIStateObserver` says. All forms end here.
  extension View {
    /// Shows props that are made of a state and a store, with these options, while the view is on the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - options: when the view is updated, for which states, and where props are made.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options, props: props) { props, _ in observe(props) }
    }

    /// Shows props that are made of a state and a function that dispatches, with these options, while the view is on
    /// the screen.
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - props: makes what is shown, on the presentation queue.
    ///   - options: when the view is updated, for which states, and where props are made.
    ///   - observe: shows new props, on the main actor; first inside `onAppear`, if the props are made that soon.
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
    }

    /// Shows states as they are, with these options, while the view is on the screen.
    ///
    /// ```swift
    /// Text("\(second)")
    ///   .subscribe(store, options: UpdateOptions(throttleFor: 0.25)) { second = $0.second }
    /// ```
    ///
    /// - Parameters:
    ///   - store: the store whose states are shown. The subscription does not keep it alive.
    ///   - options: when the view is updated, and for which states.
    ///   - observe: shows a state, on the main actor; first inside `onAppear`.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }) { state, _ in
        observe(state)
      }
    }

    /// Shows states as they are, with a function that dispatches, and these options, while the view is on the screen.
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }) { state, store in
        observe(state, store.dispatch)
      }
    }

    /// Shows states as they are, with the store, and these options, while the view is on the screen.
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      options: UpdateOptions<State>,
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      bound(to: store.eraseToAnyStore(), options.withoutProps, props: { state, _ in state }, observe: observe)
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
