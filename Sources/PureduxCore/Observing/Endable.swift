/// Work that goes on until it is ended. Ending it more than once, on any thread, does no harm.
@usableFromInline
package protocol Endable: AnyObject, Sendable {
  func end()
  /// Whether it is over, so that nobody needs to keep it.
  var isEnded: Bool { get }
}

extension Endable {
  /// False, for work that goes on until it is ended and is kept as long.
  package var isEnded: Bool { false }
}
