#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  public import UIKit

  extension UINavigationController {
    /// Pushes and pops controllers above the current controllers to follow a path in the state.
    ///
    /// ```swift
    /// navigation.follow(notes, \.path, dispatch: { .navigated($0) }) { id in NoteController(id) }
    /// ```
    ///
    /// A route that remains in the path keeps its controller. When the user navigates back, an action is dispatched
    /// with the routes that the user left; the reducer calls `path.apply(change)`. This method sets the navigation
    /// controller's `delegate`, and follows the path until the navigation controller is released.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the path. The navigation controller does not retain the store.
    ///   - path: The path in the state, with the top element last.
    ///   - animated: Whether UIKit animates the changes that the state causes.
    ///   - makeAction: Creates the action for the user's change.
    ///   - make: Creates the controller for a route.
    public func follow<State, Action, Route: Hashable & Sendable>(
      _ store: some Store<State, Action>, _ path: any KeyPath<State, [Route]> & Sendable, animated: Bool = true,
      dispatch makeAction: @escaping @Sendable (_ change: PathChange<Route>) -> Action,
      _ make: @escaping @MainActor (_ route: Route) -> UIViewController
    ) {
      let store = store.eraseToAnyStore()
      let weak = store.weak()
      let stack = PathPresentation<Route>(on: self, animated: animated, make: make) { weak.dispatch(makeAction($0)) }
      delegate = stack
      subscribe(store, props: { state, _ in state[keyPath: path] }, debounceFor: 0) { (path: [Route]) in
        stack.show(path)
      }
    }
  }

  /// The controllers of a path, above the other controllers of the stack.
  @MainActor
  private final class PathPresentation<Route: Hashable & Sendable>: NSObject, UINavigationControllerDelegate {
    private weak var owner: UINavigationController?
    private let base: Int
    private let animated: Bool
    private let make: @MainActor (Route) -> UIViewController
    private let changed: @MainActor (PathChange<Route>) -> Void
    private var shown: [(route: Route, controller: UIViewController)] = []

    init(
      on owner: UINavigationController, animated: Bool, make: @escaping @MainActor (Route) -> UIViewController,
      changed: @escaping @MainActor (PathChange<Route>) -> Void
    ) {
      self.owner = owner
      base = owner.viewControllers.count
      self.animated = animated
      self.make = make
      self.changed = changed
    }

    func show(_ path: [Route]) {
      guard let owner, path != shown.map(\.route) else { return }
      var old = shown
      shown = path.map { route in
        if let index = old.firstIndex(where: { $0.route == route }) { return old.remove(at: index) }
        return (route, make(route))
      }
      owner.setViewControllers(owner.viewControllers.prefix(base) + shown.map(\.controller), animated: animated)
    }

    /// Detects that the user has navigated back: a pushed controller is no longer in the stack.
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      let before = shown.map(\.route)
      shown.removeAll { screen in !navigationController.viewControllers.contains { $0 === screen.controller } }
      let now = shown.map(\.route)
      if now != before { changed(PathChange(from: before, to: now)) }
    }
  }
#endif
