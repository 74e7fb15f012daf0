#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  public import UIKit

  extension UIViewController {
    /// Presents a view controller while an optional part of the state, such as an enum case, has a value.
    ///
    /// ```swift
    /// present(notes, \.editor, dismiss: { .editorClosed($0.id) }) { editor in EditorController(editor) }
    /// ```
    ///
    /// When the state ends the presentation, the controller is dismissed. When the user dismisses the controller, a
    /// single action, created from the presented item, is dispatched. Nothing is presented until that action has been
    /// reduced. An item with a different identity replaces the presented item. UIKit refuses a presentation while this
    /// controller has no window or is presenting another controller. A refused presentation is retried, at intervals
    /// that grow to one second, for as long as the state contains the item. The subscription ends when this controller
    /// is released.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the part. The controller does not retain the store.
    ///   - item: The presented item in the state; nil while nothing is presented.
    ///   - animated: Whether UIKit animates changes made in response to state changes.
    ///   - dismiss: Creates the action to dispatch when the user dismisses the item.
    ///   - make: Creates the view controller for an item.
    public func present<State, Action, Item: Identifiable & Sendable>(
      _ store: some Store<State, Action>, _ item: any KeyPath<State, Item?> & Sendable, animated: Bool = true,
      dismiss: @escaping @Sendable (_ shown: Item) -> Action,
      _ make: @escaping @MainActor (_ item: Item) -> UIViewController
    ) {
      let store = store.eraseToAnyStore()
      let (weak, window) = (store.weak(), store.weakHandle)
      let presentation = ItemPresentation<Item>(
        on: self, animated: animated, store.node.context, make: make, read: { window.withState { $0[keyPath: item] } }
      ) { shown, reduced in
        if weak.state?[keyPath: item]?.id == shown.id { weak.dispatch(dismiss(shown)) }
        window.afterReducing(reduced)
      }
      store.bind(to: self, .presentation, props: { _, _ in () }) { _, _ in presentation.refresh() }
    }
  }

  /// Presents the controller of an item in the state, and reports the items that the user dismisses.
  @MainActor
  private final class ItemPresentation<Item: Identifiable & Sendable>: NSObject,
    UIAdaptivePresentationControllerDelegate
  {
    private weak var owner: UIViewController?
    private let animated: Bool
    private let make: @MainActor (Item) -> UIViewController
    private let read: @MainActor () -> Item?
    private let ended: @MainActor (Item, _ reduced: @escaping @MainActor @Sendable () -> Void) -> Void
    private let context: StoreContext
    private var shown: (item: Item, controller: UIViewController)?
    /// The controller that is being dismissed because the state has changed.
    private weak var dismissed: UIViewController?
    /// The number of the user's dismissals that may not have been reduced yet. While dismissals are pending, the item
    /// in the state may be outdated.
    private var pendingDismissals = 0
    /// A refused presentation, to be retried.
    private var refused: (item: Item, controller: UIViewController)?
    private var nextTry: StoreTimer?
    private var pause = Duration.milliseconds(100)

    init(
      on owner: UIViewController, animated: Bool, _ context: StoreContext,
      make: @escaping @MainActor (Item) -> UIViewController, read: @escaping @MainActor () -> Item?,
      ended: @escaping @MainActor (Item, _ reduced: @escaping @MainActor @Sendable () -> Void) -> Void
    ) {
      self.owner = owner
      self.animated = animated
      self.context = context
      self.make = make
      self.read = read
      self.ended = ended
    }

    /// Presents the item in the state, unless dismissals by the user are pending.
    ///
    /// While a controller is being dismissed, nothing is presented; the state is read again after the dismissal.
    func refresh() {
      if let dismissed, owner?.presentedViewController === dismissed { return }
      if pendingDismissals == 0 { show(read()) }
    }

    private func show(_ item: Item?) {
      if item?.id == (refused ?? shown)?.item.id { return }
      nextTry?.cancel()
      (refused, nextTry, pause) = (nil, nil, .milliseconds(100))
      guard let old = shown else { return begin(item) }
      shown = nil
      // The user may already have dismissed the controller.
      guard owner?.presentedViewController === old.controller else { return begin(item) }
      dismissed = old.controller
      owner?.dismiss(animated: animated) { [self] in
        dismissed = nil
        refresh()
      }
    }

    private func begin(_ item: Item?) {
      guard let item else { return }
      let controller = make(item)
      controller.presentationController?.delegate = self
      present(item, controller)
    }

    private func present(_ item: Item, _ controller: UIViewController) {
      guard let owner else { return }
      owner.present(controller, animated: animated)
      // UIKit may refuse a presentation without reporting an error.
      guard owner.presentedViewController !== controller else {
        (shown, refused) = ((item, controller), nil)
        return
      }
      refused = (item, controller)
      let timer = StoreTimer { [weak self] in Task { @MainActor in self?.tryAgain() } }
      nextTry = timer
      timer.start(after: pause, in: context)
      pause = min(pause * 2, .seconds(1))
    }

    private func tryAgain() {
      if let (item, controller) = refused { present(item, controller) }
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      guard let old = shown else { return }
      shown = nil
      pendingDismissals += 1
      ended(old.item) { [weak self] in
        self?.pendingDismissals -= 1
        self?.refresh()
      }
    }
  }
#endif
