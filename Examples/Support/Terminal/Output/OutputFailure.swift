import Foundation

/// The error of output that could not be written.
package struct OutputFailure: Error, Hashable, CustomStringConvertible {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// Whether the reader of a pipe has gone, for example after `| head`.
  package var isReaderGone: Bool { code == EPIPE }

  package var description: String { String(cString: strerror(code)) }
}
