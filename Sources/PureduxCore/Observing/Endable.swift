/// Work that goes on until it is ended. Ending it more than once, on any thread, does no harm.
@usableFromInline
package protocol Endable: AnyObject, Sendable {
  func end()
  /// Whether it is over, so that nobody needs to keep it.
  var isEnded: Bool { get }
  /// Calls `body` once, on any thread, when it is over: at once where it is. False where it does not tell its end.
  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool
}

extension Endable {
  /// False, for work that goes on until it is ended and is kept as long.
  package var isEnded: Bool { false }

  /// For what does not tell its end.
  @usableFromInline
  package func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool { false }
}
