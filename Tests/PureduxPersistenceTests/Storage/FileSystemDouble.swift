import Foundation
import PureduxPersistence

/// The real file system, which notes what is called and fails where it is told to.
final class FileSystemDouble: Sendable {
  private struct Script {
    var calls: [String] = []
    var paths: [Int32: String] = [:]
    var failures: [String: Int32] = [:]
    /// Of the files that were locked, as a process has them that is just being started from this one.
    var copies: [Int32]?
  }

  private let script = Guarded(Script())

  /// The calls since the last time, as "sync state.json.new".
  func takeCalls() -> [String] {
    script.withLock { script in
      defer { script.calls = [] }
      return script.calls
    }
  }

  /// Lets a call fail, named as in `takeCalls`, until it is given nil.
  func fail(_ call: String, with code: Int32?) { script.withLock { $0.failures[call] = code } }

  /// From now on another process has whatever is locked open too, until this goes.
  func shareLocks() { script.withLock { $0.copies = [] } }

  deinit { script.withLock { for file in $0.copies ?? [] { close(file) } } }

  private func enter(_ verb: String, _ path: String) throws(SystemError) {
    let call = note(verb, path)
    if let code = script.withLock({ $0.failures[call] }) { throw SystemError(code) }
  }

  @discardableResult
  private func note(_ verb: String, _ path: String) -> String {
    let call = "\(verb) \((path as NSString).lastPathComponent)"
    script.withLock { $0.calls.append(call) }
    return call
  }

  private func path(_ file: Int32) -> String { script.withLock { $0.paths[file] ?? "?" } }

  var files: FileSystem {
    let real = FileSystem.posix
    var result = real
    result.open = { path, purpose throws(SystemError) in
      try self.enter("open", path)
      let file = try real.open(path, purpose)
      self.script.withLock { $0.paths[file] = path }
      return file
    }
    result.read = { file throws(SystemError) in
      try self.enter("read", self.path(file))
      return try real.read(file)
    }
    result.write = { file, data throws(SystemError) in
      do throws(SystemError) {
        try self.enter("write", self.path(file))
      } catch {
        // As on a disk that fills up, the first half is there.
        try real.write(file, data.prefix(data.count / 2))
        throw error
      }
      try real.write(file, data)
    }
    result.sync = { file throws(SystemError) in
      try self.enter("sync", self.path(file))
      try real.sync(file)
    }
    result.lock = { file throws(SystemError) in
      try real.lock(file)
      self.script.withLock { $0.copies?.append(dup(file)) }
    }
    result.remove = { path in
      self.note("remove", path)
      real.remove(path)
    }
    result.rename = { old, new throws(SystemError) in
      try self.enter("rename", new)
      try real.rename(old, new)
    }
    return result
  }
}
