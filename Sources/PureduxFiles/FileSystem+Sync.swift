internal import Foundation

extension FileSystem {
  /// Flushes the written data to the disk. Returns a negative value on failure.
  ///
  /// On Apple platforms, `fsync` may leave the data in the disk's cache, so a power failure may lose or reorder writes.
  static func syncToDisk(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(file)
  }

  /// Like `syncToDisk`, but syncs only the contents if the system supports `fdatasync`.
  static func syncDataToDisk(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      syncToDisk(file)
    #else
      fdatasync(file)
    #endif
  }
}

extension stat {
  /// The time of the last change to the file's contents, in seconds since 1970.
  var modificationSeconds: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
