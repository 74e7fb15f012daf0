import Foundation
import PureduxFiles
import PureduxReplica

/// The real file system, whose writes can fail, and whose files can look old.
final class FaultyFiles: Sendable {
  private struct Script {
    /// The number of bytes that can still be written; nil for any number.
    var space: Int?
    var isLocked = false
    var ageOfInboxes = Duration.zero
    /// Called before the next call of an operation.
    var interruption: (name: String, body: @Sendable () -> Void)?
    var watchCount = 0
  }

  private let script = Guarded(Script())

  func setSpace(_ bytes: Int?) { script.withLock { $0.space = bytes } }
  func setLocked(_ isLocked: Bool) { script.withLock { $0.isLocked = isLocked } }
  func setAge(_ age: Duration) { script.withLock { $0.ageOfInboxes = age } }

  func interrupt(_ name: String, _ body: @escaping @Sendable () -> Void) {
    script.withLock { $0.interruption = (name, body) }
  }

  /// The number of times that a process began to watch its folders.
  var watchCount: Int { script.withLock { $0.watchCount } }

  private func enter(_ name: String) {
    let body = script.withLock { script -> (@Sendable () -> Void)? in
      guard let interruption = script.interruption, interruption.name == name else { return nil }
      script.interruption = nil
      return interruption.body
    }
    body?()
  }

  var files: FileSystem {
    let real = FileSystem.system
    var files = real
    files.open = { [self] folder, name, purpose throws(FileFailure) in
      if script.withLock({ $0.isLocked }) { throw FileFailure(code: EPERM) }
      enter("open \(purpose)")
      return try real.open(folder, name, purpose)
    }
    files.writeAt = { [self] file, bytes, offset throws(FileFailure) in
      enter("write")
      let fitting = script.withLock { script in
        let fitting = min(bytes.count, script.space ?? .max)
        if let space = script.space { script.space = space - fitting }
        return fitting
      }
      try real.writeAt(file, Array(bytes.prefix(fitting)), offset)
      if fitting < bytes.count { throw FileFailure(code: ENOSPC) }
      enter("written")
    }
    files.rename = { [self] folder, old, new throws(FileFailure) in
      enter("rename")
      try real.rename(folder, old, new)
    }
    files.age = { [self] folder, name throws(FileFailure) in
      try real.age(folder, name).map { $0 + script.withLock { $0.ageOfInboxes } }
    }
    files.watchFolders = { [self] folders, changed in
      script.withLock { $0.watchCount += 1 }
      return real.watchFolders(folders, changed)
    }
    return files
  }
}
