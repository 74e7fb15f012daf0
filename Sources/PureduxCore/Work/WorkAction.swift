/// An action that starts something of its own once it has been reduced.
///
/// Modules that bring actions with work, such as `AsyncAction` of `PureduxEffects`, conform to it. An application that wants
/// work of its own uses those, or an effect.
public protocol WorkAction: Sendable {
  /// Starts the work, after the action has been reduced and published. Called inside the turn, so it must not
  /// wait. What it returns ends the work; it is handed to whoever called `start`, else it goes with the store.
  func startWork(at site: WorkSite) -> StoreSubscription?
}
