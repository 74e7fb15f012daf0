internal import Foundation

extension FileSystem {
  /// The file operations of the operating system.
  package static let system = FileSystem(
    openFolder: { path throws(FileFailure) in
      try checked { Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    },
    createFolder: { path throws(FileFailure) in try checked { mkdir(path, 0o777) } },
    open: { folder, name, purpose throws(FileFailure) in
      try checked { openat(folder, name, purpose.flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600) }
    },
    status: { file throws(FileFailure) in
      var result = stat()
      try checked { fstat(file, &result) }
      return FileStatus(result)
    },
    statusOfName: { folder, name throws(FileFailure) in
      var result = stat()
      do throws(FileFailure) {
        try checked { fstatat(folder, name, &result, AT_SYMLINK_NOFOLLOW) }
      } catch {
        if error.isMissing { return nil }
        throw error
      }
      return FileStatus(result)
    },
    destination: { folder, link throws(FileFailure) in
      var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = try checked { readlinkat(folder, link, &characters, characters.count) }
      return String(decoding: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    },
    read: { file throws(FileFailure) in
      var data = Data()
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try checked { Foundation.read(file, &chunk, chunk.count) }
        if count == 0 { return data }
        data.append(contentsOf: chunk.prefix(count))
      }
    },
    write: { file, data throws(FileFailure) in
      let bytes = [UInt8](data)
      var written = 0
      while written < bytes.count {
        let count = try checked {
          // SAFETY: the pointer is used only during the call, which reads at most the remaining bytes.
          bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress?.advanced(by: written), $0.count - written) }
        }
        // A write that returns 0 does not set `errno`, and retrying might loop forever.
        if count == 0 { throw FileFailure(code: EIO) }
        written += count
      }
    },
    readAt: { file, offset, count throws(FileFailure) in
      var data = Data(count: count)
      var done = 0
      while done < count {
        let read = try checked {
          // SAFETY: the pointer is used only during the call, which writes at most the remaining bytes.
          data.withUnsafeMutableBytes { bytes in
            pread(file, bytes.baseAddress?.advanced(by: done), count - done, off_t(offset) + off_t(done))
          }
        }
        if read == 0 { return data.prefix(done) }
        done += read
      }
      return data
    },
    writeAt: { file, bytes, offset throws(FileFailure) in
      var written = 0
      while written < bytes.count {
        let count = try checked {
          // SAFETY: the pointer is used only during the call, which reads at most the remaining bytes.
          bytes.withUnsafeBytes {
            pwrite(file, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(offset) + off_t(written))
          }
        }
        // A write that returns 0 does not set `errno`, and retrying might loop forever.
        if count == 0 { throw FileFailure(code: EIO) }
        written += count
      }
    },
    truncate: { file, size throws(FileFailure) in try checked { ftruncate(file, off_t(size)) } },
    sync: { file throws(FileFailure) in
      do throws(FileFailure) {
        try checked { syncToDisk(file) }
      } catch {
        // Some file systems cannot sync a folder, and fail with `EINVAL`.
        if error.code != EINVAL { throw error }
      }
    },
    syncData: { file throws(FileFailure) in try checked { syncDataToDisk(file) } },
    lock: { file throws(FileFailure) in try checked { flock(file, LOCK_EX | LOCK_NB) } },
    unlock: { file in _ = flock(file, LOCK_UN) },
    close: { file in _ = Foundation.close(file) },
    link: { folder, name, new throws(FileFailure) in try checked { linkat(folder, name, folder, new, 0) } },
    rename: { folder, old, new throws(FileFailure) in try checked { renameat(folder, old, folder, new) } },
    remove: { folder, name in unlinkat(folder, name, 0) },
    names: { folder throws(FileFailure) in
      // `closedir` closes the descriptor, and the caller's descriptor must start at the first name again.
      let own = try checked { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard let directory = fdopendir(own) else {
        let code = errno
        _ = Foundation.close(own)
        throw FileFailure(code: code)
      }
      defer { closedir(directory) }
      var names: [String] = []
      while let entry = readdir(directory) {
        // SAFETY: the name ends with zero, and is read before the next call of `readdir`.
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
      }
      return names
    },
    age: { folder, name throws(FileFailure) in
      var status = stat()
      do throws(FileFailure) {
        try checked { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
      } catch {
        if error.isMissing { return nil }
        throw error
      }
      return .seconds(Int64(Date().timeIntervalSince1970)) - .seconds(Int64(status.modificationSeconds))
    },
    watch: { folder, name, link, changed in watchFile(folder, name, link, changed) },
    watchFolders: { folders, changed in watchAll(folders, changed) },
    user: { geteuid() }
  )

  /// Makes a system call, retries the call if a signal interrupts it, and throws if the call fails.
  @discardableResult
  private static func checked<Result: FixedWidthInteger>(_ call: () -> Result) throws(FileFailure) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw FileFailure(code: errno) }
    }
  }
}

extension FileSystem.Purpose {
  fileprivate var flags: Int32 {
    switch self {
    case .read: O_RDONLY
    case .create: O_RDWR | O_CREAT | O_EXCL
    case .extend: O_RDWR
    case .lock: O_RDWR | O_CREAT
    }
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      identity: Identity(
        device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino)),
      kind: kind, owner: status.st_uid, size: UInt64(clamping: status.st_size))
  }
}
