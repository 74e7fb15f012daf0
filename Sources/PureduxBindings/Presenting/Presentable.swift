/// A view that knows how to show props, and not where they come from.
///
/// Whoever makes the view gives it a presenter with `setPresenter`. The view subscribes when it begins to show.
///
/// ```swift
/// @MainActor
/// final class TitleBar: Presentable {
///   var presenter: (any PresenterProtocol)?
///   private(set) var title = ""
///
///   func setProps(_ props: String) { title = props }
///   func viewDidLoad() { presenter?.subscribeToStore() }
/// }
/// ```
@MainActor
public protocol Presentable: UIStateObserver {
  /// What the view shows.
  associatedtype Props
  /// Set by `setPresenter`; the view calls its `subscribeToStore()` when it begins to show.
  var presenter: (any PresenterProtocol)? { get set }
  /// Shows new props. Called on the main actor.
  func setProps(_ props: Props)
}
