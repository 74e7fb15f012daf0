#if canImport(SwiftUI)
  public import Dispatch
  public import Foundation
  public import SwiftUI

  // A view subscribes while it is on the screen, and anew when it is given another store. The first call of `observe`
  // happens inside `onAppear`, with props made there; all others as `UIStateObserver` says.
  extension View {
    /// Shows props that are made of a state and a store.
    @_disfavoredOverload
    public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let settings = UpdateSettings(queue: presentationQueue, equating: equating, interval: .seconds(interval))
      return showing(store.eraseToAnyStore(), settings, props: props) { props, _ in observe(props) }
    }

    /// Shows props that are made of a state and a way to dispatch.
    public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      subscribe(
        store, props: { state, store in props(state, store.dispatch) }, presentationQueue: presentationQueue,
        removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }

    /// Shows states as they are.
    public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      subscribe(store, removeStateDuplicates: equating, debounceFor: interval) {
        (state: State, _: AnyStore<State, Action>) in observe(state)
      }
    }

    /// Shows states as they are, with a way to dispatch.
    public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      subscribe(store, removeStateDuplicates: equating, debounceFor: interval) {
        (state: State, store: AnyStore<State, Action>) in observe(state, store.dispatch)
      }
    }

    /// Shows states as they are, with the store.
    @_disfavoredOverload
    public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      let settings = UpdateSettings(equating: equating, interval: .seconds(interval))
      return showing(store.eraseToAnyStore(), settings, props: { state, _ in state }, observe: observe)
    }

    /// Shows states as they are; of any store, for views that do not say which.
    public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: TimeInterval = .uiDebounce,
      observe: @escaping @MainActor (_ state: State) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }
  }
#endif
