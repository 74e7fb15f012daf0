import Foundation
import PureduxFiles
import PureduxPersistence

/// The real file system, with a record of the calls and with injected failures.
final class FileSystemDouble: Sendable {
  private struct Script {
    var calls: [String] = []
    var names: [Int32: String] = [:]
    var disowned: Set<String> = []
    var disguised: Set<String> = []
    var failures: [String: (code: Int32, times: Int)] = [:]
    /// Duplicates of the locked files, like those of a child process that is just being started.
    var copies: [Int32]?
  }

  private let script = Guarded(Script())

  /// The calls since the last time, for example "sync state.json.new".
  func takeCalls() -> [String] {
    script.withLock { script in
      defer { script.calls = [] }
      return script.calls
    }
  }

  /// Makes a call fail, named as in `takeCalls`: a number of times, or until nil is passed.
  func fail(_ call: String, with code: Int32?, times: Int = .max) {
    script.withLock { $0.failures[call] = code.map { ($0, times) } }
  }

  /// From now on, another process also has every locked file open, until this object is released.
  func shareLocks() { script.withLock { $0.copies = [] } }

  /// From now on, a file seems to belong to an unknown user.
  func disown(_ name: String) { script.withLock { _ = $0.disowned.insert(name) } }

  /// From now on, a file seems to be a device.
  func disguise(_ name: String) { script.withLock { _ = $0.disguised.insert(name) } }

  deinit { script.withLock { for file in $0.copies ?? [] { close(file) } } }

  private func enter(_ verb: String, _ path: String) throws(FileFailure) {
    let call = note(verb, path)
    let code = script.withLock { script -> Int32? in
      guard let failure = script.failures[call], failure.times > 0 else { return nil }
      script.failures[call]?.times -= 1
      return failure.code
    }
    if let code { throw FileFailure(code: code) }
  }

  @discardableResult
  private func note(_ verb: String, _ name: String) -> String {
    let call = "\(verb) \(name)"
    script.withLock { $0.calls.append(call) }
    return call
  }

  private func name(_ file: Int32) -> String { script.withLock { $0.names[file] ?? "?" } }

  private func changed(_ status: FileStatus, _ name: String) -> FileStatus {
    var status = status
    script.withLock { script in
      if script.disowned.contains(name) { status.owner = .max }
      if script.disguised.contains(name) { status.kind = .other }
    }
    return status
  }

  var files: FileSystem {
    let real = FileSystem.system
    var result = real
    result.openFolder = { path throws(FileFailure) in
      let file = try real.openFolder(path)
      self.script.withLock { $0.names[file] = (path as NSString).lastPathComponent }
      return file
    }
    result.open = { folder, name, purpose throws(FileFailure) in
      try self.enter("open", name)
      let file = try real.open(folder, name, purpose)
      self.script.withLock { $0.names[file] = name }
      return file
    }
    result.status = { file throws(FileFailure) in self.changed(try real.status(file), self.name(file)) }
    result.statusOfName = { folder, name throws(FileFailure) in
      try real.statusOfName(folder, name).map { self.changed($0, name) }
    }
    result.read = { file throws(FileFailure) in
      try self.enter("read", self.name(file))
      return try real.read(file)
    }
    result.write = { file, data throws(FileFailure) in
      do throws(FileFailure) {
        try self.enter("write", self.name(file))
      } catch {
        // As on a disk that becomes full, the first half was written.
        try real.write(file, data.prefix(data.count / 2))
        throw error
      }
      try real.write(file, data)
    }
    result.readAt = { file, offset, count throws(FileFailure) in
      try self.enter("read", self.name(file))
      return try real.readAt(file, offset, count)
    }
    result.writeAt = { file, bytes, offset throws(FileFailure) in
      do throws(FileFailure) {
        try self.enter("write", self.name(file))
      } catch {
        try real.writeAt(file, Array(bytes.prefix(bytes.count / 2)), offset)
        throw error
      }
      try real.writeAt(file, bytes, offset)
    }
    result.truncate = { file, size throws(FileFailure) in
      try self.enter("truncate", self.name(file))
      try real.truncate(file, size)
    }
    result.syncData = { file throws(FileFailure) in
      try self.enter("sync", self.name(file))
      try real.syncData(file)
    }
    result.sync = { file throws(FileFailure) in
      try self.enter("sync", self.name(file))
      try real.sync(file)
    }
    result.lock = { file throws(FileFailure) in
      try real.lock(file)
      self.script.withLock { $0.copies?.append(dup(file)) }
    }
    result.remove = { folder, name in
      self.note("remove", name)
      real.remove(folder, name)
    }
    result.rename = { folder, old, new throws(FileFailure) in
      try self.enter("rename", new)
      try real.rename(folder, old, new)
    }
    return result
  }
}
