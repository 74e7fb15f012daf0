/// An object that shows states: a view controller, a view, a screen of a terminal.
///
/// A class that conforms can call `subscribe`. The subscription ends with the object: after it is gone, no call begins.
///
/// ```swift
/// @MainActor
/// final class PlayerScreen: UIStateObserver {
///   private(set) var text = ""
///
///   init(_ store: StateStore<Player, PlayerAction>) {
///     subscribe(store, props: { player, _ in "\(player.title) \(player.second)" }) { [weak self] text in
///       self?.text = text
///     }
///   }
/// }
/// ```
///
/// All forms of `subscribe` have these rules in common:
///
/// - Props are made on the presentation queue, and `observe` is called with the newest ones on the main actor.
/// - The first call waits for nothing. Later ones follow the rate, which is 16 ms of debouncing by default.
/// - All updates of a store tree that are due together are made from one revision, and shown in one turn of the main
///   actor, as soon as the slowest of their props are made.
/// - A store that a closure is given does not keep itself alive. An action that is dispatched to it after its store has
///   gone is reported, and nothing happens.
public protocol UIStateObserver: AnyObject {}
