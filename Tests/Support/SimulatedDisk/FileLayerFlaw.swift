import Foundation
import PureduxCore
package import PureduxFiles

/// A mistake in the file layer, made at the system calls, where it has the same effect.
package enum FileLayerFlaw: CaseIterable, Sendable {
  /// A new file is not synced before it gets its name.
  case fileNotSynced
  /// An appended record is not synced.
  case recordNotSynced
  /// A folder is not synced after its entries have changed.
  case folderNotSynced
  /// A new file is synced after it has its name, and not before.
  case syncedAfterRename
  /// The old file is removed before the new one has its name.
  case removedBeforeRename
  /// The end of an interrupted write is not cut off.
  case notTruncated
  /// A failed sync is repeated, and the second one is trusted.
  case syncRepeated
  /// A write that was cut short counts as whole.
  case shortWriteAccepted
  /// Files are not locked.
  case notLocked
}

extension FileSystem {
  /// A disk that lies: it confirms each sync, and syncs nothing.
  package var lying: FileSystem { with(.fileNotSynced).with(.recordNotSynced).with(.folderNotSynced) }

  /// The system calls of a file layer that makes a mistake.
  package func with(_ flaw: FileLayerFlaw) -> FileSystem {
    var files = self
    switch flaw {
    case .fileNotSynced: files.sync = { file throws(FileFailure) in if try isFolder(file) { try sync(file) } }
    case .recordNotSynced: files.syncData = { _ in }
    case .folderNotSynced: files.sync = { file throws(FileFailure) in if try !isFolder(file) { try sync(file) } }
    case .syncedAfterRename:
      let late = Guarded<Int32?>(nil)
      files.sync = { file throws(FileFailure) in
        if try isFolder(file) { try sync(file) } else { late.withLock { $0 = file } }
      }
      files.rename = { folder, old, new throws(FileFailure) in
        try rename(folder, old, new)
        if let file = late.withLock({ $0.take() }) { try sync(file) }
      }
    case .removedBeforeRename:
      files.rename = { folder, old, new throws(FileFailure) in
        remove(folder, new)
        try rename(folder, old, new)
      }
    case .notTruncated: files.truncate = { _, _ in }
    case .syncRepeated:
      files.sync = { file throws(FileFailure) in do { try sync(file) } catch { try sync(file) } }
      files.syncData = { file throws(FileFailure) in do { try syncData(file) } catch { try syncData(file) } }
    case .shortWriteAccepted:
      files.write = { file, data in try? write(file, data) }
      files.writeAt = { file, bytes, offset in try? writeAt(file, bytes, offset) }
    case .notLocked: files.lock = { _ in }
    }
    return files
  }

  private func isFolder(_ file: Int32) throws(FileFailure) -> Bool { try status(file).kind == .other }
}
