internal import Foundation

extension FileSystem {
  /// Returns when what was written to a file is on the disk; a negative number where that failed.
  ///
  /// On Apple's systems `fsync` leaves it in the disk's own memory, from which it may be lost, or written in another order,
  /// where the power fails.
  static func syncToDisk(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      if fcntl(file, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(file)
  }

  /// The same for the contents alone, where the system has a call for it.
  static func syncDataToDisk(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      syncToDisk(file)
    #else
      fdatasync(file)
    #endif
  }
}
