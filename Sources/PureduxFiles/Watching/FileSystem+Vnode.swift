#if canImport(Darwin)
  internal import Dispatch
  internal import Foundation
  internal import PureduxCore

  extension FileSystem {
    /// Uses vnode events to watch a file and its folder. The file may be replaced, and does not have to exist yet.
    static func watchFile(
      _ folder: String, _ name: String, _ link: (folder: String, name: String)?,
      _ changed: @escaping @Sendable () -> Void
    ) -> StorageWatch? {
      let over = AtomicFlag()
      let watch = VnodeWatch(folder + "/" + name, changed)
      guard watch.follow(folder, isOver: over) else { return nil }
      // If the symbolic link's folder changes, the link may have a new target.
      if let link, !watch.follow(link.folder, isOver: over, endsAtOnce: true) {
        watch.cancel()
        return nil
      }
      return StorageWatch(over) { watch.cancel() }
    }

    /// Uses vnode events to watch folders and the files in them.
    static func watchAll(
      _ folders: [String], _ changed: @escaping @Sendable (Set<String>?) -> Void
    ) -> StorageWatch? {
      let over = AtomicFlag()
      let watches = folders.map { VnodeFolderWatch($0) { changed(nil) } }
      guard watches.allSatisfy({ $0.begin(isOver: over) }) else {
        for watch in watches { watch.cancel() }
        return nil
      }
      return StorageWatch(over) { for watch in watches { watch.cancel() } }
    }
  }

  extension DispatchQueue {
    /// Creates an event source of a file or a folder on this queue; nil if it cannot be opened.
    fileprivate func vnodeSource(
      _ path: String, _ events: DispatchSource.FileSystemEvent
    ) -> (any DispatchSourceFileSystemObject)? {
      let descriptor = Foundation.open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: events, queue: self)
      source.setCancelHandler { Foundation.close(descriptor) }
      return source
    }
  }

  /// The event sources of a folder and its files. The events of a folder do not tell that a file has grown.
  private final class VnodeFolderWatch: @unchecked Sendable {
    // SAFETY: the sources and `isCancelled` are accessed only on the queue, and the other properties are set once.
    // Dispatch sources may be created, activated and cancelled on any thread.
    private var sources: [String: any DispatchSourceFileSystemObject] = [:]
    private var isCancelled = false
    private let path: String
    private let changed: @Sendable () -> Void
    private let queue = DispatchQueue(label: "Puredux watching")

    init(_ path: String, _ changed: @escaping @Sendable () -> Void) { (self.path, self.changed) = (path, changed) }

    /// Returns false if the folder cannot be opened. Raises `over` when later changes may go unreported.
    func begin(isOver over: AtomicFlag) -> Bool {
      queue.sync {
        guard let source = queue.vnodeSource(path, [.write, .delete, .rename, .revoke]) else { return false }
        source.setEventHandler { [weak self] in
          if !source.data.isDisjoint(with: [.delete, .rename, .revoke]) { over.raise() }
          self?.followFiles()
          self?.changed()
        }
        sources[""] = source
        source.activate()
        followFiles()
        return true
      }
    }

    /// Watches the files that are now in the folder. Must be called on the queue.
    private func followFiles() {
      guard !isCancelled, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
      for gone in Set(sources.keys).subtracting(names + [""]) { sources.removeValue(forKey: gone)?.cancel() }
      for name in names {
        // A file may have been replaced under its name.
        sources.removeValue(forKey: name)?.cancel()
        guard let source = queue.vnodeSource(path + "/" + name, [.write, .extend, .delete, .rename]) else { continue }
        source.setEventHandler { [weak self] in self?.changed() }
        sources[name] = source
        source.activate()
      }
    }

    func cancel() {
      queue.async { [self] in
        isCancelled = true
        for source in sources.values { source.cancel() }
        sources = [:]
      }
    }
  }

  /// The event sources of one file.
  private final class VnodeWatch: @unchecked Sendable {
    // SAFETY: the sources and `isCancelled` are accessed only on the queue, and the other properties are set once.
    // Dispatch sources may be created, activated and cancelled on any thread.
    private var folders: [any DispatchSourceFileSystemObject] = []
    private var file: (any DispatchSourceFileSystemObject)?
    private var isCancelled = false
    private let path: String
    private let changed: @Sendable () -> Void
    private let queue = DispatchQueue(label: "Puredux watching")

    init(_ path: String, _ changed: @escaping @Sendable () -> Void) { (self.path, self.changed) = (path, changed) }

    /// Reports changes to a folder. Returns false if the folder cannot be opened.
    ///
    /// If `endsAtOnce` is true, the first change raises `over`.
    func follow(_ folder: String, isOver over: AtomicFlag, endsAtOnce: Bool = false) -> Bool {
      guard let source = queue.vnodeSource(folder, [.write, .delete, .rename, .revoke]) else { return false }
      // The handler retains the source until the source is cancelled.
      source.setEventHandler { [weak self] in
        if endsAtOnce || !source.data.isDisjoint(with: [.delete, .rename, .revoke]) { over.raise() }
        self?.followFile()
        self?.changed()
      }
      queue.sync {
        folders.append(source)
        source.activate()
        followFile()
      }
      return true
    }

    /// Watches the file that is currently at the path. Must be called on the queue.
    private func followFile() {
      file?.cancel()
      file = isCancelled ? nil : queue.vnodeSource(path, [.write, .extend, .delete, .rename])
      file?.setEventHandler { [weak self] in self?.changed() }
      file?.activate()
    }

    func cancel() {
      queue.async { [self] in
        isCancelled = true
        for source in folders { source.cancel() }
        file?.cancel()
        (folders, file) = ([], nil)
      }
    }
  }
#endif
