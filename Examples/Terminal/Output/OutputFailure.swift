import Foundation

/// Something could not be written.
package struct OutputFailure: Error, Hashable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// True where nobody is left to read, as after `| head`.
  package var isReaderGone: Bool { code == EPIPE }

  package var description: String { String(cString: strerror(code)) }
}
