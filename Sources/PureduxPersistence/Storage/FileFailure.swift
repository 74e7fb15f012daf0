internal import Foundation

/// The reason why a file is unusable: an error number of the system, or a rule of this library.
package struct FileFailure: Error, Hashable {
  let kind: PersistenceError.Kind
  let details: String
  /// The error number of the failed system call.
  package let code: Int32?

  /// A failed system call.
  package init(code: Int32) {
    self.code = code
    kind = Self.kind(of: code)
    details = String(cString: strerror(code))
  }

  /// A violation of a rule of this library.
  init(_ kind: PersistenceError.Kind, _ details: String) {
    self.kind = kind
    self.details = details
    code = nil
  }

  var isMissing: Bool { code == ENOENT }

  private static func kind(of code: Int32) -> PersistenceError.Kind {
    switch code {
    case EWOULDBLOCK: .heldElsewhere
    case ENOENT, ENOTDIR: .missingFolder
    case EACCES, EPERM, EROFS: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    // The path is a link that may not be followed, or a pipe without a reader.
    case ELOOP, ENXIO: .unsuitableFile
    default: .failed
    }
  }
}
