package import Foundation

/// The calls of the system that a file storage makes, so that a test can count them and let them fail.
package struct FileSystem: Sendable {
  package enum Purpose: Sendable { case read, create, update, folder }

  package var open: @Sendable (_ path: String, _ purpose: Purpose) throws(SystemError) -> Int32
  package var read: @Sendable (_ file: Int32) throws(SystemError) -> Data
  package var write: @Sendable (_ file: Int32, _ data: Data) throws(SystemError) -> Void
  package var sync: @Sendable (_ file: Int32) throws(SystemError) -> Void
  package var lock: @Sendable (_ file: Int32) throws(SystemError) -> Void
  /// Closing alone is not enough: a process that is just being started has the file open too, for a moment.
  package var unlock: @Sendable (_ file: Int32) -> Void
  package var close: @Sendable (_ file: Int32) -> Void
  package var rename: @Sendable (_ old: String, _ new: String) throws(SystemError) -> Void
  package var remove: @Sendable (_ path: String) -> Void
  package var exists: @Sendable (_ path: String) -> Bool

  package static let posix = FileSystem(
    open: { path, purpose throws(SystemError) in
      try checked { Foundation.open(path, purpose.flags | O_CLOEXEC, 0o600) }
    },
    read: { file throws(SystemError) in
      var data = Data()
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try checked { Foundation.read(file, &chunk, chunk.count) }
        if count == 0 { return data }
        data.append(contentsOf: chunk.prefix(count))
      }
    },
    write: { file, data throws(SystemError) in
      let bytes = [UInt8](data)
      var written = 0
      while written < bytes.count {
        written += try checked {
          // SAFETY: the bytes live during the call, which reads at most as many as are left of them.
          bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress?.advanced(by: written), $0.count - written) }
        }
      }
    },
    sync: { file throws(SystemError) in
      do throws(SystemError) {
        try checked { fsync(file) }
      } catch {
        // Some file systems have nothing to sync for a folder, and say so in this way.
        if error.code != EINVAL { throw error }
      }
    },
    lock: { file throws(SystemError) in try checked { flock(file, LOCK_EX | LOCK_NB) } },
    unlock: { file in _ = flock(file, LOCK_UN) },
    close: { file in _ = Foundation.close(file) },
    rename: { old, new throws(SystemError) in try checked { Foundation.rename(old, new) } },
    remove: { path in unlink(path) },
    exists: { path in access(path, F_OK) == 0 }
  )

  /// Makes a call again while signals interrupt it, and throws what it fails with.
  @discardableResult
  private static func checked<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(errno) }
    }
  }
}

extension FileSystem.Purpose {
  fileprivate var flags: Int32 {
    switch self {
    case .read: O_RDONLY
    case .create: O_WRONLY | O_CREAT | O_EXCL
    case .update: O_RDWR | O_CREAT
    case .folder: O_RDONLY | O_DIRECTORY
    }
  }
}
