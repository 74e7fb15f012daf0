import Foundation
import PureduxCore
package import PureduxFiles

/// A disk in memory under the file layer, whose calls can fail, and whose states are recorded for power cuts.
package final class SimulatedDisk: Sendable {
  /// A system call that fails once.
  package struct Fault: Sendable {
    /// The number of the call; see `callCount`.
    package var call: Int
    package var code: Int32
    /// Whether reads after a failed sync see what is on the disk, and not what was written.
    package var evictsPages = false

    package init(call: Int, code: Int32, evictsPages: Bool = false) {
      (self.call, self.code, self.evictsPages) = (call, code, evictsPages)
    }
  }

  private let state: Guarded<MachineState>

  /// Starts a machine with a disk: no program has a file open or locked.
  package init(_ image: DiskImage = DiskImage(), faults: [Fault] = []) {
    state = Guarded(MachineState(image, faults))
  }

  package var image: DiskImage { state.withLock { $0.image } }
  package var history: [DiskImage] { state.withLock { $0.history.map(\.image) } }
  package var historyCount: Int { state.withLock { $0.history.count } }
  /// The number of calls that could have failed.
  package var callCount: Int { state.withLock { $0.calls.count } }
  /// Whether a call has failed by a fault.
  package var isFaulty: Bool { firstFaultyChange != nil }
  /// The first change since a call has failed.
  package var firstFaultyChange: Int? { state.withLock { $0.firstFaultyChange } }

  /// The last calls up to a change in the history.
  package func calls(before change: Int) -> String {
    state.withLock { state in
      let calls = state.calls.prefix(state.history[change].calls)
      return calls.filter { !$0.hasPrefix("status") }.suffix(12).joined(separator: ", ")
    }
  }

  /// The time since each file has last changed.
  package func setAge(_ age: Duration) { state.withLock { $0.age = age } }

  /// Calls a closure before a system call, for example to let another program run meanwhile.
  package func interrupt(call: Int, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruption = (call, body) }
  }

  /// Makes a system call, which has no effect if it fails. Its name is for failure messages.
  private func call<Result: Sendable>(
    _ name: @autoclosure () -> String, changes: Bool = false, _ body: (inout MachineState) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    try faultyCall(name(), changes: changes) { state, fault throws(FileFailure) in
      try fault?.fail()
      return try body(&state)
    }
  }

  /// Makes a system call, which may have an effect although it fails.
  private func faultyCall<Result: Sendable>(
    _ name: @autoclosure () -> String, changes: Bool = true,
    _ body: (inout MachineState, _ fault: Fault?) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    state.withLock { $0.takeInterruption() }?()
    return try state.withLock { state in
      Swift.Result { () throws(FileFailure) in
        state.calls.append(name())
        let fault = state.faults.first { $0.call == state.calls.count }
        if fault != nil, state.firstFaultyChange == nil { state.firstFaultyChange = state.history.count }
        defer { if changes { state.history.append((state.image, state.calls.count)) } }
        return try body(&state, fault)
      }
    }.get()
  }
}

extension SimulatedDisk {
  package var files: FileSystem {
    var files = FileSystem.system
    files.openFolder = { path throws(FileFailure) in
      try self.call("open \(path)") { state throws(FileFailure) in
        guard let inode = state.image.inode(at: path), state.image.folders[inode] != nil else {
          throw FileFailure(code: ENOENT)
        }
        return state.opened(inode)
      }
    }
    files.createFolder = { path throws(FileFailure) in
      try self.call("create \(path)", changes: true) { state throws(FileFailure) in
        let parts = path.split(separator: "/")
        guard state.image.inode(at: path) == nil else { throw FileFailure(code: EEXIST) }
        guard let name = parts.last, let parent = state.image.inode(at: parts.dropLast().joined(separator: "/")) else {
          throw FileFailure(code: ENOENT)
        }
        _ = state.image.create(String(name), in: parent, isFolder: true)
      }
    }
    files.open = { folder, name, purpose throws(FileFailure) in
      try self.call("open \(name)", changes: purpose.mayCreate) { state throws(FileFailure) in
        let folder = try state.inode(folder)
        switch (state.image.entry(name, in: folder), purpose) {
        case (nil, .create), (nil, .lock): return state.opened(state.image.create(name, in: folder))
        case (nil, _): throw FileFailure(code: ENOENT)
        case (_?, .create): throw FileFailure(code: EEXIST)
        case (let inode?, _): return state.opened(inode)
        }
      }
    }
    files.status = { file throws(FileFailure) in
      try self.call("status") { state throws(FileFailure) in
        return state.status(try state.inode(file))
      }
    }
    files.statusOfName = { folder, name throws(FileFailure) in
      try self.call("status \(name)") { state throws(FileFailure) in
        return state.image.entry(name, in: try state.inode(folder)).map { state.status($0) }
      }
    }
    files.destination = { _, _ throws(FileFailure) in throw FileFailure(code: EINVAL) }
    files.read = { file throws(FileFailure) in
      try self.call("read") { state throws(FileFailure) in
        return Data(state.image.files[try state.inode(file)]?.cached ?? [])
      }
    }
    files.write = { file, data throws(FileFailure) in
      try self.faultyCall("write") { state, fault throws(FileFailure) in
        let (inode, position) = (try state.inode(file), state.open[file]?.position ?? 0)
        state.open[file]?.position += data.count
        try state.write([UInt8](data), to: inode, at: position, fault)
      }
    }
    files.readAt = { file, offset, count throws(FileFailure) in
      try self.call("read") { state throws(FileFailure) in
        return Data((state.image.files[try state.inode(file)]?.cached ?? []).dropFirst(Int(offset)).prefix(count))
      }
    }
    files.writeAt = { file, bytes, offset throws(FileFailure) in
      try self.faultyCall("write at \(offset)") { state, fault throws(FileFailure) in
        try state.write(bytes, to: try state.inode(file), at: Int(offset), fault)
      }
    }
    files.truncate = { file, size throws(FileFailure) in
      try self.call("truncate to \(size)", changes: true) { state throws(FileFailure) in
        state.image.truncate(try state.inode(file), to: Int(size))
      }
    }
    files.sync = { file throws(FileFailure) in try self.sync(file) }
    files.syncData = { file throws(FileFailure) in try self.sync(file) }
    files.lock = { file throws(FileFailure) in
      try self.call("lock") { state throws(FileFailure) in
        let inode = try state.inode(file)
        guard state.locks[inode, default: file] == file else { throw FileFailure(code: EWOULDBLOCK) }
        state.locks[inode] = file
      }
    }
    files.unlock = { file in self.state.withLock { $0.unlock(file) } }
    files.close = { file in
      self.state.withLock { state in
        state.unlock(file)
        state.open[file] = nil
      }
    }
    files.link = { folder, name, new throws(FileFailure) in
      try self.call("link \(name) to \(new)", changes: true) { state throws(FileFailure) in
        let folder = try state.inode(folder)
        guard let inode = state.image.entry(name, in: folder) else { throw FileFailure(code: ENOENT) }
        guard state.image.entry(new, in: folder) == nil else { throw FileFailure(code: EEXIST) }
        state.image.change([new: inode], in: folder)
      }
    }
    files.rename = { folder, old, new throws(FileFailure) in
      try self.call("rename \(old) to \(new)", changes: true) { state throws(FileFailure) in
        let folder = try state.inode(folder)
        guard let inode = state.image.entry(old, in: folder) else { throw FileFailure(code: ENOENT) }
        // Nothing happens if both names refer to one file.
        if state.image.entry(new, in: folder) != inode { state.image.change([old: nil, new: inode], in: folder) }
      }
    }
    files.remove = { folder, name in
      try? self.call("remove \(name)", changes: true) { state throws(FileFailure) in
        let folder = try state.inode(folder)
        if state.image.entry(name, in: folder) != nil { state.image.change([name: nil], in: folder) }
      }
    }
    files.names = { folder throws(FileFailure) in
      try self.call("names") { state throws(FileFailure) in
        return state.image.folders[try state.inode(folder)]?.entries.keys.sorted() ?? []
      }
    }
    files.age = { folder, name throws(FileFailure) in
      try self.call("age \(name)") { state throws(FileFailure) in
        return state.image.entry(name, in: try state.inode(folder)).map { _ in state.age }
      }
    }
    files.watch = { _, _, _, _ in nil }
    files.watchFolders = { _, _ in nil }
    files.user = { 1 }
    return files
  }

  private func sync(_ descriptor: Int32) throws(FileFailure) {
    try faultyCall("sync") { state, fault throws(FileFailure) in
      let inode = try state.inode(descriptor)
      guard let fault else { return state.image.sync(inode) }
      // A sync that is not permitted has not begun.
      if fault.code != EPERM { state.image.failToSync(inode, isEvicted: fault.evictsPages) }
      try fault.fail()
    }
  }
}
