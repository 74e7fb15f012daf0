import Foundation
import PureduxFiles

/// A machine's disk, its open files and their locks.
struct MachineState {
  var image: DiskImage
  /// The images since the start, one after each change, with the number of calls until then.
  var history: [(image: DiskImage, calls: Int)]
  var calls: [String] = []
  let faults: [SimulatedDisk.Fault]
  /// The number of changes before the first fault.
  var firstFaultyChange: Int?
  var interruption: (call: Int, body: @Sendable () -> Void)?
  /// The inode and the position of each open file.
  var open: [Int32: (inode: Int, position: Int)] = [:]
  /// The descriptors that hold the locks of files, by inode.
  var locks: [Int: Int32] = [:]
  private var nextDescriptor: Int32 = 3
  var age = Duration.zero

  init(_ image: DiskImage, _ faults: [SimulatedDisk.Fault]) {
    (self.image, history, self.faults) = (image, [(image, 0)], faults)
  }

  mutating func opened(_ inode: Int) -> Int32 {
    defer { nextDescriptor += 1 }
    open[nextDescriptor] = (inode, 0)
    return nextDescriptor
  }

  func inode(_ descriptor: Int32) throws(FileFailure) -> Int {
    guard let file = open[descriptor] else { throw FileFailure(code: EBADF) }
    return file.inode
  }

  func status(_ inode: Int) -> FileStatus {
    FileStatus(
      identity: .init(device: 1, number: UInt64(inode)), kind: image.folders[inode] == nil ? .regular : .other,
      owner: 1,
      size: UInt64(image.files[inode]?.cached.count ?? 0))
  }

  /// Writes bytes, or the first half of them before a failure.
  mutating func write(
    _ bytes: [UInt8], to inode: Int, at offset: Int, _ fault: SimulatedDisk.Fault?
  ) throws(FileFailure) {
    image.write(fault == nil ? bytes : Array(bytes.prefix(bytes.count / 2)), to: inode, at: offset)
    try fault?.fail()
  }

  mutating func takeInterruption() -> (@Sendable () -> Void)? {
    guard let interruption, interruption.call == calls.count + 1 else { return nil }
    self.interruption = nil
    return interruption.body
  }

  mutating func unlock(_ descriptor: Int32) {
    guard let inode = open[descriptor]?.inode, locks[inode] == descriptor else { return }
    locks[inode] = nil
  }
}

extension SimulatedDisk.Fault {
  func fail() throws(FileFailure) { throw FileFailure(code: code) }
}

extension FileSystem.Purpose {
  var mayCreate: Bool {
    switch self {
    case .create, .lock: true
    case .read, .extend: false
    }
  }
}
