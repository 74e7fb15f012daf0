#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  internal import Dispatch
  internal import Foundation
  internal import PureduxCore

  extension FileSystem {
    /// Watches a file by watching its folder with `inotify`. The file may be replaced, and does not have to exist yet.
    static func watchFile(
      _ folder: String, _ name: String, _ link: (folder: String, name: String)?,
      _ changed: @escaping @Sendable () -> Void
    ) -> StorageWatch? {
      let watches = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard watches >= 0 else { return nil }
      let file = inotify_add_watch(watches, folder, mask)
      let linkWatch = link.map { inotify_add_watch(watches, $0.folder, mask) }
      guard file >= 0, linkWatch.map({ $0 >= 0 }) ?? true else {
        Foundation.close(watches)
        return nil
      }
      let (over, linkName) = (AtomicFlag(), link?.name)
      let source = DispatchSource.makeReadSource(
        fileDescriptor: watches, queue: DispatchQueue(label: "Puredux watching"))
      source.setEventHandler {
        var isChanged = false
        for event in InotifyEvent.all(of: watches) {
          // The file and the link may be in the same folder.
          let isLink = event.watch == linkWatch && event.name == linkName
          if event.isLost || isLink { over.raise() }
          isChanged = isChanged || event.isLost || isLink || event.watch == file && event.name == name
        }
        if isChanged { changed() }
      }
      source.setCancelHandler { Foundation.close(watches) }
      source.activate()
      let watch = SystemWatch(source)
      return StorageWatch(over) { watch.cancel() }
    }

    /// Watches folders with `inotify`.
    static func watchAll(
      _ folders: [String], _ changed: @escaping @Sendable (Set<String>?) -> Void
    ) -> StorageWatch? {
      let watches = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard watches >= 0 else { return nil }
      guard folders.allSatisfy({ inotify_add_watch(watches, $0, mask) >= 0 }) else {
        Foundation.close(watches)
        return nil
      }
      let over = AtomicFlag()
      let source = DispatchSource.makeReadSource(
        fileDescriptor: watches, queue: DispatchQueue(label: "Puredux watching"))
      source.setEventHandler {
        let events = InotifyEvent.all(of: watches)
        let isLost = events.contains(where: \.isLost)
        if isLost { over.raise() }
        if !events.isEmpty { changed(isLost ? nil : Set(events.map(\.name))) }
      }
      source.setCancelHandler { Foundation.close(watches) }
      source.activate()
      let watch = SystemWatch(source)
      return StorageWatch(over) { watch.cancel() }
    }

    private static let mask = UInt32(
      IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  }

  /// An event in a watched folder.
  private struct InotifyEvent {
    let watch: Int32
    let name: String
    /// Whether events were lost or will no longer be reported.
    let isLost: Bool

    /// Reads the pending events of a descriptor.
    static func all(of watches: Int32) -> [InotifyEvent] {
      var (events, buffer) = ([InotifyEvent](), [UInt8](repeating: 0, count: 1 << 14))
      while true {
        let count = Foundation.read(watches, &buffer, buffer.count)
        if count <= 0 { return events }
        buffer.withUnsafeBytes { bytes in
          var start = 0
          // SAFETY: the system writes only complete events, each including the length of the name that follows.
          while start + MemoryLayout<inotify_event>.size <= count {
            let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            let first = start + MemoryLayout<inotify_event>.size
            let name = bytes[first..<min(first + Int(event.len), count)].prefix { $0 != 0 }
            events.append(
              InotifyEvent(
                watch: event.wd, name: String(decoding: name, as: UTF8.self), isLost: event.mask & lost != 0))
            start = first + Int(event.len)
          }
        }
      }
    }

    private static let lost = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW)
  }

  /// A source of events. Cancelling the source ends the watch.
  private struct SystemWatch: @unchecked Sendable {
    // SAFETY: the source is set once, and Dispatch sources may be cancelled on any thread.
    private let source: any DispatchSourceRead

    init(_ source: any DispatchSourceRead) { self.source = source }

    func cancel() { source.cancel() }
  }
#endif
