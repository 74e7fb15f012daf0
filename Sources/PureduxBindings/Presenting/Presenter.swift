/// Subscribes once, until it is replaced or its view goes. Its closure keeps the store, as the view keeps its presenter.
@MainActor
final class Presenter: PresenterProtocol {
  private let subscribe: @MainActor () -> StoreSubscription
  private var subscription: StoreSubscription?

  init(_ subscribe: @escaping @MainActor () -> StoreSubscription) { self.subscribe = subscribe }

  func subscribeToStore() {
    if subscription == nil { subscription = subscribe() }
  }
}
