internal import Foundation
internal import PureduxFiles

/// The trap counter of a process's role, in a file of the log's folder.
final class TrapFile: @unchecked Sendable {
  // SAFETY: the properties are accessed while `lock` is held.
  private let lock = NSLock()
  private static let size = 28
  private let path: String
  private let name: String
  private let files: FileSystem
  private var file: OpenFile?

  init(_ path: String, _ helper: String?, _ files: FileSystem) {
    (self.path, self.files) = (path + "/traps", files)
    name = helper.map { "helper-" + FileLog.fileName($0) } ?? "app"
  }

  var counter: TrapCounter { TrapCounter(load: { self.load() }, store: { self.store($0) }) }

  private func load() -> TrapCounter.Mark? {
    lock.withLock {
      guard let file = open(), let data = try? file.read(at: 0, Self.size) else { return nil }
      var reader = ByteReader([UInt8](data)[...])
      guard let position: UInt64 = reader.read(), let end: UInt64 = reader.read(), let version: UInt32 = reader.read(),
        let count: UInt32 = reader.read(), end > position
      else { return nil }
      let mark = TrapCounter.Mark(position: position, end: end, version: version, count: count)
      return Self.bytes(mark) == [UInt8](data) ? mark : nil
    }
  }

  // A mark that cannot be stored is not counted.
  private func store(_ mark: TrapCounter.Mark?) {
    lock.withLock {
      if file == nil { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
      guard let file = open() else { return }
      try? file.write(Self.bytes(mark ?? TrapCounter.Mark(position: 0, end: 0, version: 0, count: 0)), at: 0)
    }
  }

  private func open() -> OpenFile? {
    if let file { return file }
    guard let folder = try? files.openFolder(path) else { return nil }
    let opened = OpenFile(folder, files)
    let descriptor = (try? files.open(folder, name, .extend)) ?? (try? files.open(folder, name, .create))
    file = descriptor.map { OpenFile($0, files) }
    withExtendedLifetime(opened) {}
    return file
  }

  private static func bytes(_ mark: TrapCounter.Mark) -> [UInt8] {
    let fields = ByteWriter(mark.position, mark.end, mark.version, mark.count).bytes
    // SAFETY: the bytes are read only during the call.
    return fields + ByteWriter(fields.withUnsafeBytes { CRC32C.sum($0, after: 0) }).bytes
  }
}
