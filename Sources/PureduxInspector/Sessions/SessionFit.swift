/// How far a session can be replayed in a program, which may be a later one than that which was recorded.
public enum SessionFit: Sendable, Hashable, CustomStringConvertible {
  /// All of it.
  case fully
  /// Up to an event, after which something can no longer be read.
  case partly(upTo: Int, because: [String])
  /// Nothing of it.
  case impossible(because: [String])

  /// One line for each reason.
  public var description: String {
    switch self {
    case .fully: "The whole session can be replayed."
    case .partly(let event, let reasons):
      "The session can be replayed up to event \(event), because \(reasons.joined(separator: "; "))."
    case .impossible(let reasons): "The session cannot be replayed, because \(reasons.joined(separator: "; "))."
    }
  }
}
