internal import Foundation

extension FileSystem {
  /// Returns when the written data is on the disk; the result is negative on failure.
  ///
  /// On Apple platforms, `fsync` leaves the data in the disk's cache, where a power failure may lose or reorder it.
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
