/// Connects a view with its store when the view asks for it.
///
/// `setPresenter` gives a ``Presentable`` view one. A test can give it one of its own.
@MainActor
public protocol PresenterProtocol {
  /// Begins to give the view its props. A second call changes nothing.
  func subscribeToStore()
}
