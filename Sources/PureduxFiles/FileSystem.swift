package import Foundation

/// The system calls that file storage makes; tests replace them to count calls and inject failures.
///
/// Files are identified by an open folder and a name in that folder, so that all calls use the same folder, even if it
/// is moved or replaced. Calls that take a name do not follow symbolic links.
package struct FileSystem: Sendable {
  package enum Purpose: Sendable {
    /// Opens a file for reading, without blocking if the file is a pipe that has no writer.
    case read
    /// Creates a file for writing and reading.
    case create
    /// Opens an existing file for writing and reading.
    case extend
    /// Opens a file for locking, and creates the file if it does not exist.
    case lock
  }

  package var openFolder: @Sendable (_ path: String) throws(FileFailure) -> Int32
  /// Creates a folder in an existing folder.
  package var createFolder: @Sendable (_ path: String) throws(FileFailure) -> Void
  package var open: @Sendable (_ folder: Int32, _ name: String, _ purpose: Purpose) throws(FileFailure) -> Int32
  package var status: @Sendable (_ file: Int32) throws(FileFailure) -> FileStatus
  /// Returns the status of the file with this name in a folder, or nil if there is no such file.
  package var statusOfName: @Sendable (_ folder: Int32, _ name: String) throws(FileFailure) -> FileStatus?
  package var destination: @Sendable (_ folder: Int32, _ link: String) throws(FileFailure) -> String
  package var read: @Sendable (_ file: Int32) throws(FileFailure) -> Data
  package var write: @Sendable (_ file: Int32, _ data: Data) throws(FileFailure) -> Void
  /// Reads `count` bytes at an offset, or fewer at the end of the file.
  package var readAt: @Sendable (_ file: Int32, _ offset: UInt64, _ count: Int) throws(FileFailure) -> Data
  package var writeAt: @Sendable (_ file: Int32, _ bytes: [UInt8], _ offset: UInt64) throws(FileFailure) -> Void
  package var truncate: @Sendable (_ file: Int32, _ size: UInt64) throws(FileFailure) -> Void
  package var sync: @Sendable (_ file: Int32) throws(FileFailure) -> Void
  /// Syncs the contents and the size, but no other metadata.
  package var syncData: @Sendable (_ file: Int32) throws(FileFailure) -> Void
  package var lock: @Sendable (_ file: Int32) throws(FileFailure) -> Void
  /// Releases the lock. Closing the file would not release the lock while a child process holds the file open between
  /// `fork` and `exec`.
  package var unlock: @Sendable (_ file: Int32) -> Void
  package var close: @Sendable (_ file: Int32) -> Void
  /// Gives a file a second name, which no file may have.
  package var link: @Sendable (_ folder: Int32, _ name: String, _ new: String) throws(FileFailure) -> Void
  package var rename: @Sendable (_ folder: Int32, _ old: String, _ new: String) throws(FileFailure) -> Void
  package var remove: @Sendable (_ folder: Int32, _ name: String) -> Void
  /// Returns the names in a folder, in any order.
  package var names: @Sendable (_ folder: Int32) throws(FileFailure) -> [String]
  /// Returns the time since the contents of the file with this name last changed, or nil if there is no such file.
  package var age: @Sendable (_ folder: Int32, _ name: String) throws(FileFailure) -> Duration?
  /// Calls `changed` when the file with this name, or the link to the file, may have changed.
  ///
  /// Returns nil on systems without file notifications.
  package var watch:
    @Sendable (
      _ folder: String, _ name: String, _ link: (folder: String, name: String)?,
      _ changed: @escaping @Sendable () -> Void
    ) -> StorageWatch?
  /// Calls `changed` when files in these folders may have been created, renamed or changed, with the names of the files;
  /// nil if the names are unknown.
  ///
  /// Returns nil on systems without file notifications.
  package var watchFolders:
    @Sendable (_ folders: [String], _ changed: @escaping @Sendable (_ names: Set<String>?) -> Void) -> StorageWatch?
  /// Returns the effective user ID of this process.
  package var user: @Sendable () -> UInt32
}

/// The identity, type, owner and size of a file, as reported by the system.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Sendable { case regular, link, other }

  /// Two names with the same identity refer to the same file.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var number: UInt64

    package init(device: UInt64, number: UInt64) { (self.device, self.number) = (device, number) }
  }

  package var identity: Identity
  package var kind: Kind
  package var owner: UInt32
  package var size: UInt64

  package init(identity: Identity, kind: Kind, owner: UInt32, size: UInt64) {
    (self.identity, self.kind, self.owner, self.size) = (identity, kind, owner, size)
  }
}

/// The reason why a file is unusable: a failed system call, or a violation of this library's rules.
package struct FileFailure: Error, Hashable {
  package enum Kind: Hashable, Sendable {
    /// Another process or storage holds the file's lock.
    case heldElsewhere
    /// Another writer has removed the lock or replaced the file.
    case claimLost
    case missingFolder
    /// The path does not refer to a regular file, or contains a symbolic link that may not be followed.
    case unsuitableFile
    /// The system does not permit the call; the cause may be temporary.
    case notPermitted
    case noSpace
    case failed
  }

  package let kind: Kind
  package let details: String
  /// The error number of the failed system call; nil for a violation of this library's rules.
  package let code: Int32?

  /// Creates a failure from the error number of a system call.
  package init(code: Int32) {
    self.code = code
    kind = Self.kind(of: code)
    details = String(cString: strerror(code))
  }

  /// Creates a failure for a violation of this library's rules.
  package init(_ kind: Kind, _ details: String) {
    self.kind = kind
    self.details = details
    code = nil
  }

  package var isMissing: Bool { code == ENOENT }

  private static func kind(of code: Int32) -> Kind {
    switch code {
    case EWOULDBLOCK: .heldElsewhere
    case ENOENT, ENOTDIR: .missingFolder
    case EACCES, EPERM, EROFS: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    // The path is a symbolic link, which must not be followed, or a socket or device that cannot be opened.
    case ELOOP, ENXIO: .unsuitableFile
    default: .failed
    }
  }
}
