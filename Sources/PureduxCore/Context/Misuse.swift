internal import Foundation

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

/// Where a programmer's mistakes are told.
public struct MisuseReporter: Sendable {
  private let receive: @Sendable (Misuse) -> Void

  /// `receive` is called at once, on the thread where the mistake was found.
  public init(_ receive: @escaping @Sendable (Misuse) -> Void) { self.receive = receive }

  /// Tells a mistake, at once and on this thread.
  public func report(_ misuse: Misuse) { receive(misuse) }

  /// Writes each report to standard error.
  public static let standardError = MisuseReporter { misuse in
    FileHandle.standardError.write(Data("Puredux: \(misuse)\n".utf8))
  }
}

extension StoreContext {
  private enum MisuseReporterKey: StoreContextKey {
    static var defaultValue: MisuseReporter { .standardError }
  }

  /// Where mistakes are told; standard error by default.
  public var misuseReporter: MisuseReporter {
    get { self[MisuseReporterKey.self] }
    set { self[MisuseReporterKey.self] = newValue }
  }

  package func report(_ misuse: Misuse) { misuseReporter.report(misuse) }
}

extension Misuse {
  static func dispatchToReleasedStore(action: String) -> Misuse {
    Misuse(
      "`\(action)` was dispatched to a store that no longer exists", so: "nothing happened",
      fix: "keep the `StateStore` itself, not only a `WeakStore`, for as long as it is used")
  }

  static func readInsideReducer(keepsStateBefore: Bool) -> Misuse {
    Misuse(
      "a reducer read the state of its own store tree",
      so: keepsStateBefore
        ? "it was given the state before the turn"
        : "there is no state to give it, for the old one is being changed in place",
      fix: "use the state that the reducer is given, or put what it needs into the action")
  }

  static func storeUsedInsideWithState() -> Misuse {
    Misuse(
      "a store was read inside the body of `withState`",
      so: "the state was read although the body holds the lock on it",
      fix: "read all that is needed from the state that the body is given, or copy it with `state`")
  }

  static func reducerNotOnMain(action: String) -> Misuse {
    Misuse(
      "the turn of `\(action)` came on another thread than the main one, to a store whose reducer is the main actor's",
      so: "its reducer was not called",
      fix: "drive the runner that the context gave the store, a test's say, from the main actor")
  }

  static func wrongActionType(action: String, type: String, expected: String) -> Misuse {
    Misuse(
      "work dispatched `\(action)`, a `\(type)`, to a store that takes `\(expected)`", so: "it was dropped",
      fix: "give back an action of the store's own type, or embed it with `map(actions:)`")
  }
}
