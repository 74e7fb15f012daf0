/// The files and folders of a disk, as programs see them through the page cache, and as the disk may have them.
///
/// What was not synced may be lost, kept or torn by a power cut: each page of a file has any of the contents that it had
/// since the last sync, a file has any of the lengths, and each change to the entries of a folder has happened or not.
/// Nothing but a sync orders writes.
package struct DiskImage: Sendable {
  struct File {
    /// What reads see.
    var cached: [UInt8] = []
    /// The contents on the disk after the last sync, and those after each write since then. The next sync leaves the
    /// last of them, which differs from what reads see if an earlier sync has failed.
    var versions: [[UInt8]] = [[]]
  }

  struct Folder {
    /// The inodes by name, as programs see them.
    var entries: [String: Int] = [:]
    var synced: [String: Int] = [:]
    /// The changes since the last sync, each of which is atomic; nil for a removed name.
    var changes: [[String: Int?]] = []
  }

  static let root = 0

  private(set) var files: [Int: File] = [:]
  private(set) var folders = [root: Folder()]
  private var nextInode = 1
  /// The unit in which the page cache is written to the disk.
  let pageSize: Int
  /// What a page contains that belongs to a file, but was never written.
  let filler: UInt8

  /// Creates a disk with files in its root folder.
  package init(pageSize: Int = 64, filler: UInt8 = 0, files: [String: [UInt8]] = [:]) {
    (self.pageSize, self.filler) = (pageSize, filler)
    for (name, bytes) in files { put(bytes, in: create(name, in: Self.root)) }
    sync(Self.root)
  }

  /// Whether a power cut would change nothing.
  package var isSynced: Bool {
    files.values.allSatisfy { $0.versions.count == 1 && $0.versions[0] == $0.cached }
      && folders.values.allSatisfy { $0.changes.isEmpty && $0.synced == $0.entries }
  }

  /// The contents of the files in a folder, by name, as programs see them.
  package func contents(of path: String) -> [String: [UInt8]] {
    guard let inode = inode(at: path), let folder = folders[inode] else { return [:] }
    return folder.entries.compactMapValues { files[$0]?.cached }
  }

  /// Damages a file: its contents are these on the disk, although no program has written them.
  package mutating func replace(_ path: String, by bytes: [UInt8]) {
    if let inode = inode(at: path) { put(bytes, in: inode) }
  }

  func inode(at path: String) -> Int? {
    path.split(separator: "/").reduce(Self.root) { folder, name in folder.flatMap { folders[$0]?.entries[String(name)] }
    }
  }

  func entry(_ name: String, in folder: Int) -> Int? { folders[folder]?.entries[name] }

  mutating func create(_ name: String, in folder: Int, isFolder: Bool = false) -> Int {
    let inode = nextInode
    nextInode += 1
    if isFolder { folders[inode] = Folder() } else { files[inode] = File() }
    change([name: inode], in: folder)
    return inode
  }

  mutating func change(_ names: [String: Int?], in folder: Int) {
    folders[folder]?.changes.append(names)
    folders[folder]?.entries.apply(names)
  }

  mutating func write(_ bytes: [UInt8], to file: Int, at offset: Int) {
    files[file]?.write(bytes, at: offset, pageSize)
  }

  mutating func truncate(_ file: Int, to size: Int) {
    files[file]?.resize(to: size)
  }

  mutating func sync(_ inode: Int) {
    if let last = files[inode]?.versions.last { files[inode]?.versions = [last] }
    for change in folders[inode]?.changes ?? [] { folders[inode]?.synced.apply(change) }
    folders[inode]?.changes = []
  }

  /// A sync that fails: the page cache forgets what it had to write.
  ///
  /// The entries of a folder remain to be written: a file system that cannot write them no longer changes anything.
  ///
  /// - Parameter isEvicted: Whether later reads see what is on the disk; otherwise, they see what was written.
  mutating func failToSync(_ inode: Int, isEvicted: Bool) {
    files[inode]?.drop(isEvicted: isEvicted)
  }
}

extension DiskImage.File {
  fileprivate mutating func write(_ bytes: [UInt8], at offset: Int, _ pageSize: Int) {
    if bytes.isEmpty { return }
    let end = offset + bytes.count
    var disk = versions[versions.count - 1]
    cached.resize(to: max(cached.count, end))
    cached.replaceSubrange(offset..<end, with: bytes)
    // A page is written as a whole.
    let pages = offset / pageSize * pageSize..<min(cached.count, (end + pageSize - 1) / pageSize * pageSize)
    disk.resize(to: cached.count)
    disk.replaceSubrange(pages, with: cached[pages])
    versions.append(disk)
  }

  fileprivate mutating func resize(to size: Int) {
    cached.resize(to: size)
    var disk = versions[versions.count - 1]
    disk.resize(to: size)
    versions.append(disk)
  }

  fileprivate mutating func drop(isEvicted: Bool) {
    var disk = versions[0]
    disk.resize(to: cached.count)
    versions = versions[0] == disk ? [disk] : [versions[0], disk]
    if isEvicted { cached = disk }
  }
}

extension [UInt8] {
  fileprivate mutating func resize(to size: Int) {
    if size < count {
      removeLast(count - size)
    } else if size > count {
      self += Array(repeating: 0, count: size - count)
    }
  }
}

extension [String: Int] {
  fileprivate mutating func apply(_ changes: [String: Int?]) {
    for (name, inode) in changes { self[name] = inode }
  }
}

extension DiskImage {
  /// Replaces the entries of a folder by what a power cut has left.
  mutating func put(_ entries: [String: Int], in folder: Int) {
    folders[folder] = Folder(entries: entries, synced: entries)
  }

  mutating func put(_ bytes: [UInt8], in file: Int) { files[file] = File(cached: bytes, versions: [bytes]) }

  /// Combines the names and the contents that programs see, regardless of the inodes.
  func combine(into hasher: inout Hasher, _ inode: Int = root) {
    hasher.combine(files[inode]?.cached)
    for (name, inode) in (folders[inode]?.entries ?? [:]).sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      combine(into: &hasher, inode)
    }
  }
}
