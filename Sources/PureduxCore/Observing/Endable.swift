/// Something that goes on until it is ended, which may happen more than once and on any thread.
@usableFromInline
package protocol Endable: AnyObject, Sendable {
  func end()
  /// Whether it is over, by itself or by `end()`, so that nobody needs to keep it.
  var isEnded: Bool { get }
}

extension Endable {
  /// For what goes on until it is ended, and is kept as long.
  package var isEnded: Bool { false }
}
