internal import Foundation

/// Why a file could not be used: by a number of the system's, or by a rule of ours.
package struct FileFailure: Error, Hashable {
  let kind: PersistenceError.Kind
  let details: String
  /// The number by which the system says why a call failed.
  package let code: Int32?

  /// What the system said.
  package init(code: Int32) {
    self.code = code
    kind = Self.kind(of: code)
    details = String(cString: strerror(code))
  }

  /// What a rule of ours forbids.
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
    // Where a link was not to be followed, and where nobody reads a pipe.
    case ELOOP, ENXIO: .unsuitableFile
    default: .failed
    }
  }
}
