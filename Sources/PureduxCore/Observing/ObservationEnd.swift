/// When an observation ends by itself.
///
/// ```swift
/// let subscription = store.subscribe(until: .storeGoes) { print($0.count) }
/// ```
public enum ObservationEnd: Sendable, Hashable {
  /// When nothing keeps the store any more.
  ///
  /// Without it, a store that goes while it is still observed is reported.
  case storeGoes
}
