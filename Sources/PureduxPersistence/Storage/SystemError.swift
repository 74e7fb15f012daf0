internal import Foundation

/// The number by which the system says why a call failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  package var description: String { String(cString: strerror(code)) }

  var isMissing: Bool { code == ENOENT }

  var kind: PersistenceError.Kind {
    switch code {
    case EWOULDBLOCK: .heldElsewhere
    case ENOENT, ENOTDIR: .missingFolder
    case EACCES, EPERM, EROFS: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    default: .failed
    }
  }
}
