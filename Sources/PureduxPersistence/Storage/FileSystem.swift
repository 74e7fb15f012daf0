package import Foundation

/// The calls of the system that a file storage makes, so that a test can count them and let them fail.
///
/// Files are named by a folder that is open and a name in it, so that nobody can put another folder in between. No call follows
/// a link in the last part of a name.
package struct FileSystem: Sendable {
  package enum Purpose: Sendable {
    /// For reading, and without waiting for anybody who writes.
    case read
    /// A file that was not there.
    case create
    /// A file to be locked, made where there is none.
    case lock
  }

  package var openFolder: @Sendable (_ path: String) throws(FileFailure) -> Int32
  package var open: @Sendable (_ folder: Int32, _ name: String, _ purpose: Purpose) throws(FileFailure) -> Int32
  package var status: @Sendable (_ file: Int32) throws(FileFailure) -> FileStatus
  /// Nil where there is nothing of that name.
  package var statusOfName: @Sendable (_ folder: Int32, _ name: String) throws(FileFailure) -> FileStatus?
  package var destination: @Sendable (_ folder: Int32, _ link: String) throws(FileFailure) -> String
  package var read: @Sendable (_ file: Int32) throws(FileFailure) -> Data
  package var write: @Sendable (_ file: Int32, _ data: Data) throws(FileFailure) -> Void
  package var sync: @Sendable (_ file: Int32) throws(FileFailure) -> Void
  package var lock: @Sendable (_ file: Int32) throws(FileFailure) -> Void
  /// Closing alone is not enough: a process that is just being started has the file open too, for a moment.
  package var unlock: @Sendable (_ file: Int32) -> Void
  package var close: @Sendable (_ file: Int32) -> Void
  package var rename: @Sendable (_ folder: Int32, _ old: String, _ new: String) throws(FileFailure) -> Void
  package var remove: @Sendable (_ folder: Int32, _ name: String) -> Void
  /// Who runs this process.
  package var user: @Sendable () -> UInt32
}
