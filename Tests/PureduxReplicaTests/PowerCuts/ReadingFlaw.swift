import Foundation
import PureduxFiles

@testable import PureduxReplica

/// A mistake in reading records, made at the system calls.
enum ReadingFlaw: CaseIterable {
  case checksumNotChecked
  /// A record that is longer than the rest of the file counts as whole.
  case lengthNotChecked

  func files(_ files: FileSystem) -> FileSystem {
    var flawed = files
    flawed.readAt = { [self] file, offset, count throws(FileFailure) in
      Data(accepted([UInt8](try files.readAt(file, offset, count))[...]))
    }
    return flawed
  }

  /// The bytes with a right checksum in each record that is accepted by mistake.
  private func accepted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var header = ByteReader(bytes)
    guard let count: UInt32 = header.read(), let _: UInt32 = header.read(), count > 0, !header.rest.isEmpty else {
      return Array(bytes)
    }
    let content = Array(header.rest.prefix(Int(clamping: count)))
    if FileRecord.first(in: bytes) == nil, self == .lengthNotChecked ? content.count == count : content.count < count {
      return Array(bytes)
    }
    return FileRecord.framed(content) + accepted(header.rest.dropFirst(content.count))
  }
}
