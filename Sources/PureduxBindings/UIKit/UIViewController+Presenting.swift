#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  public import UIKit

  extension UIViewController {
    /// Presents a view controller while an optional part of the state, or a case, has a value.
    ///
    /// ```swift
    /// present(notes, \.editor, dismiss: { .editorClosed($0.id) }) { editor in EditorController(editor) }
    /// ```
    ///
    /// When the state ends the presentation, the controller is dismissed. When the user sweeps it down, one action is
    /// dispatched, which names the item that was shown. A value of another identity is presented in place of the one
    /// before. It goes on until this controller is gone.
    ///
    /// - Parameters:
    ///   - store: The store with the part. It is not kept alive.
    ///   - item: Leads to the part, which is nil while nothing is presented.
    ///   - animated: Whether UIKit animates what the state asks for.
    ///   - dismiss: Makes the action for the end of the item that was shown.
    ///   - make: Makes the controller of an item.
    public func present<State, Action, Item: Identifiable & Sendable>(
      _ store: some Store<State, Action>, _ item: any KeyPath<State, Item?> & Sendable, animated: Bool = true,
      dismiss: @escaping @Sendable (_ shown: Item) -> Action,
      _ make: @escaping @MainActor (_ item: Item) -> UIViewController
    ) {
      let store = store.eraseToAnyStore()
      let weak = store.weak()
      let presentation = ItemPresentation<Item>(on: self, animated: animated, make: make) { shown in
        guard let current = weak.state?[keyPath: item], current.id == shown.id else { return }
        weak.dispatch(dismiss(shown))
      }
      subscribe(store, props: { state, _ in state[keyPath: item] }, debounceFor: 0) { (item: Item?) in
        presentation.show(item)
      }
    }
  }

  /// What a controller presents for a state, and what of it the user has ended.
  @MainActor
  private final class ItemPresentation<Item: Identifiable & Sendable>: NSObject,
    UIAdaptivePresentationControllerDelegate
  {
    private weak var owner: UIViewController?
    private let animated: Bool
    private let make: @MainActor (Item) -> UIViewController
    private let ended: @MainActor (Item) -> Void
    private var shown: (item: Item, controller: UIViewController)?

    init(
      on owner: UIViewController, animated: Bool, make: @escaping @MainActor (Item) -> UIViewController,
      ended: @escaping @MainActor (Item) -> Void
    ) {
      self.owner = owner
      self.animated = animated
      self.make = make
      self.ended = ended
    }

    func show(_ item: Item?) {
      if item?.id == shown?.item.id { return }
      guard let old = shown else { return begin(item) }
      shown = nil
      // The user may have ended it already.
      guard owner?.presentedViewController === old.controller else { return begin(item) }
      owner?.dismiss(animated: animated) { [self] in begin(item) }
    }

    private func begin(_ item: Item?) {
      guard let item, let owner else { return }
      let controller = make(item)
      controller.presentationController?.delegate = self
      shown = (item, controller)
      owner.present(controller, animated: animated)
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      guard let old = shown else { return }
      shown = nil
      ended(old.item)
    }
  }
#endif
