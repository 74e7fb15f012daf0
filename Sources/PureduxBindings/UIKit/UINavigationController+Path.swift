#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  public import UIKit

  extension UINavigationController {
    /// Pushes and pops view controllers, above those already on the stack, to match a path in the state.
    ///
    /// ```swift
    /// navigation.follow(notes, \.path, dispatch: { .navigated($0) }) { id in NoteController(id) }
    /// ```
    ///
    /// A route that remains in the path keeps its controller. When the user navigates back, the dispatched action
    /// carries the routes that the user left; the reducer calls `path.apply(change)`. Until that action has been
    /// reduced, the controllers do not change. This method sets the navigation controller's `delegate`, and follows the
    /// path until the navigation controller is released.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the path. The navigation controller does not retain the store.
    ///   - path: The path in the state, with the top element last.
    ///   - animated: Whether UIKit animates changes made in response to state changes.
    ///   - makeAction: Creates the action that carries the user's change.
    ///   - make: Creates the view controller for a route.
    public func follow<State, Action, Route: Hashable & Sendable>(
      _ store: some Store<State, Action>, _ path: any KeyPath<State, [Route]> & Sendable, animated: Bool = true,
      dispatch makeAction: @escaping @Sendable (_ change: PathChange<Route>) -> Action,
      _ make: @escaping @MainActor (_ route: Route) -> UIViewController
    ) {
      let store = store.eraseToAnyStore()
      let window = store.weakHandle
      let stack = PathPresentation<Route>(
        on: self, animated: animated, make: make, read: { window.withState { $0[keyPath: path] } }
      ) { change, reduced in
        window.dispatch(makeAction(change))
        window.afterReducing(reduced)
      }
      delegate = stack
      store.bind(to: self, .presentation, props: { _, _ in () }) { _, _ in stack.refresh() }
    }
  }

  /// Manages the view controllers of a path, above the other controllers on the navigation stack.
  @MainActor
  private final class PathPresentation<Route: Hashable & Sendable>: NSObject, UINavigationControllerDelegate {
    private weak var owner: UINavigationController?
    private let base: Int
    private let animated: Bool
    private let make: @MainActor (Route) -> UIViewController
    private let read: @MainActor () -> [Route]
    private let changed: @MainActor (PathChange<Route>, _ reduced: @escaping @MainActor @Sendable () -> Void) -> Void
    private var shown: [(route: Route, controller: UIViewController)] = []
    /// The number of the user's changes that may not have been reduced yet. While changes are pending, the path in the
    /// state may be outdated.
    private var pendingChanges = 0

    init(
      on owner: UINavigationController, animated: Bool, make: @escaping @MainActor (Route) -> UIViewController,
      read: @escaping @MainActor () -> [Route],
      changed: @escaping @MainActor (PathChange<Route>, _ reduced: @escaping @MainActor @Sendable () -> Void) -> Void
    ) {
      self.owner = owner
      base = owner.viewControllers.count
      self.animated = animated
      self.make = make
      self.read = read
      self.changed = changed
    }

    /// Shows the path in the state, unless changes made by the user are pending.
    func refresh() {
      if pendingChanges == 0 { show(read()) }
    }

    private func show(_ path: [Route]) {
      guard let owner, path != shown.map(\.route) else { return }
      var old = shown
      shown = path.map { route in
        if let index = old.firstIndex(where: { $0.route == route }) { return old.remove(at: index) }
        return (route, make(route))
      }
      owner.setViewControllers(owner.viewControllers.prefix(base) + shown.map(\.controller), animated: animated)
    }

    /// Detects that the user has navigated back: a pushed controller is no longer on the navigation stack.
    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      let before = shown.map(\.route)
      shown.removeAll { screen in !navigationController.viewControllers.contains { $0 === screen.controller } }
      let now = shown.map(\.route)
      guard now != before else { return }
      pendingChanges += 1
      changed(PathChange(from: before, to: now)) { [weak self] in
        self?.pendingChanges -= 1
        self?.refresh()
      }
    }
  }
#endif
