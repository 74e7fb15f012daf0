/// A programmer's mistake: what happened, what became of it, and how to fix it.
///
/// Each mistake is a static member of this type, in an extension of the module that finds it.
public struct Misuse: Sendable, Hashable, CustomStringConvertible {
  public let whatHappened: String
  public let whatBecameOfIt: String
  public let howToFix: String

  public init(_ whatHappened: String, so whatBecameOfIt: String, fix howToFix: String) {
    self.whatHappened = whatHappened
    self.whatBecameOfIt = whatBecameOfIt
    self.howToFix = howToFix
  }

  public var description: String {
    "\(whatHappened), so \(whatBecameOfIt).\nTo fix: \(howToFix)."
  }
}
