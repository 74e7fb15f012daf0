#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  public import UIKit

  extension UINavigationController {
    /// Has the controllers above the ones that are there now follow a path in the state.
    ///
    /// ```swift
    /// navigation.follow(notes, \.path, dispatch: { .navigated($0) }) { id in NoteController(id) }
    /// ```
    ///
    /// A route that stays keeps its controller. When the user goes back, the action says which routes were left; the
    /// reducer calls `path.apply(change)`. It takes this controller's `delegate`, and goes on until this is gone.
    ///
    /// - Parameters:
    ///   - store: The store with the path. It is not kept alive.
    ///   - path: Leads to the path, whose last element is on top.
    ///   - animated: Whether UIKit animates what the state asks for.
    ///   - makeAction: Makes the action for what the user did.
    ///   - make: Makes the controller of a route.
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

  /// The controllers of a path, above those that are not of it.
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

    /// Tells where the user has gone back: fewer controllers are there than were shown.
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
