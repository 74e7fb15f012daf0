/// A programmer's mistake: what happened, what became of it, and how to fix it.
///
/// Each mistake is a static member of this type, in an extension of the module that finds it.
public struct Misuse: Sendable, Hashable, CustomStringConvertible {
  /// What the programmer did, with the action or name at fault.
  public let whatHappened: String
  /// What the library did instead.
  public let whatBecameOfIt: String
  /// What to change in the code.
  public let howToFix: String

  /// Tells a mistake in three parts, none of which begins with a capital or ends with a full stop.
  public init(_ whatHappened: String, so whatBecameOfIt: String, fix howToFix: String) {
    self.whatHappened = whatHappened
    self.whatBecameOfIt = whatBecameOfIt
    self.howToFix = howToFix
  }

  public var description: String {
    "\(whatHappened), so \(whatBecameOfIt).\nTo fix: \(howToFix)."
  }
}
