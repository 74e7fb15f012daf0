/// Why a page cannot be served.
public enum InspectorPageError: Error, Equatable, CustomStringConvertible {
  /// The port is taken, or may not be used.
  case unavailablePort(UInt16, reason: String)
  /// The key has fewer than 16 characters, or others than letters, digits, `-` and `_`.
  case unsuitableKey

  public var description: String {
    switch self {
    case .unavailablePort(let port, let reason):
      "The inspector's page cannot be served at port \(port): \(reason). To fix: leave the port out, and any free one is taken."
    case .unsuitableKey:
      "The key of the inspector's page is not suitable. To fix: use 16 or more letters, digits, `-` and `_`, or leave the key out."
    }
  }
}
