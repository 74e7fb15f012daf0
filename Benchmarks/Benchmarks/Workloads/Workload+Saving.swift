import Foundation
import Puredux
import PureduxPersistence

// FOL: turns whose changes are tracked to be saved later, compared with observed turns. SAV, RES: saving changes and
// restoring states with a journal and with an archive.
extension Workload {
  static let saving: [Workload] = [
    Workload("FOL-observed", "change one of 100,000 articles by its id, one observer", actions: 500_000) { meter in
      let (store, tally) = (StateStore<Library, LibraryAction>.make(), Tally())
      let token = store.subscribe { tally.add($0.reads) }
      meter.measureEdits(of: store)
      withExtendedLifetime(token) {}
    },
    Workload("FOL-parts", "… followed in three parts", actions: 500_000) { meter in
      let store = StateStore<Library, LibraryAction>.make()
      store.follow()
      meter.measureEdits(of: store)
    },
    Workload("FOL-idle-observed", "change what is not saved, one observer", actions: 1_000_000) { meter in
      let (store, tally) = (StateStore<Library, LibraryAction>.make(), Tally())
      let token = store.subscribe { tally.add($0.reads) }
      meter.measureReads(of: store)
      withExtendedLifetime(token) {}
    },
    Workload("FOL-idle", "… followed in three parts", actions: 1_000_000) { meter in
      let store = StateStore<Library, LibraryAction>.make()
      store.follow()
      meter.measureReads(of: store)
    },
    Workload("SAV-bare", "write 250 bytes to the end of a file, and sync them", actions: 2_000) { meter in
      let folder = BenchmarkFolder()
      let file = open(folder.file("bare").path, O_RDWR | O_CREAT, 0o600)
      let bytes = [UInt8](repeating: 1, count: 250)
      meter.measure { actions in
        for number in 0..<actions {
          precondition(pwrite(file, bytes, bytes.count, off_t(number * bytes.count)) == bytes.count)
          precondition(fsyncData(file) == 0)
        }
      }
      close(file)
    },
    Workload("SAV-1k", "one article of 1,000 changes, and is saved in a journal", actions: 2_000) { meter in
      meter.measureSaves(of: 1_000)
    },
    Workload("SAV-100k", "… of 100,000", actions: 2_000) { meter in meter.measureSaves(of: 100_000) },
    Workload("SAV-archive", "… and all 100,000 are saved in an archive", actions: 3) { meter in
      let folder = BenchmarkFolder()
      let store = StateStore<Library, LibraryAction>.make()
      let persistence = store.persist(in: Archive(FileStorage(folder.file("archive"))))
      meter.measureSaves(of: store, persistence)
    },
    Workload("SAV-stream", "1,000 scattered changes a second among 100,000, saved twice a second", actions: 10_000) {
      meter in
      let folder = BenchmarkFolder()
      let store = StateStore<Library, LibraryAction>.make()
      let persistence = store.persist(Library.saved, in: Journal(FileStorage(folder.file("journal"))))
      store.dispatch(.edit(0))
      precondition(wait(for: { await persistence.flush() }) == true)
      meter.measureWritten { actions in
        for number in 0..<actions {
          store.dispatch(.edit(scattered(number)))
          if number % 500 == 499 { precondition(wait(for: { await persistence.flush() }) == true) }
        }
      }
    },
    Workload("SAV-million", "a million changes among 10,000, saved each hundred", actions: 1_000_000) { meter in
      let (folder, fresh) = (BenchmarkFolder(), BenchmarkFolder())
      let store = StateStore<Library, LibraryAction>.make(articles: 10_000)
      let file = folder.file("journal")
      let persistence = store.persist(
        Library.saved, in: Journal(FileStorage(file), durability: .whenCompacted))
      var largest = 0
      meter.measureWritten { actions in
        for number in 0..<actions {
          store.dispatch(.edit(scattered(number) % 10_000))
          guard number % 100 == 99 else { continue }
          precondition(wait(for: { await persistence.flush() }) == true)
          largest = max(largest, size(of: file))
        }
      }
      // Compared with a file of the same state without changes.
      let copy = StateStore<Library, LibraryAction>(store.state) { _, _ in }
      copy.dispatch(.read)
      let other = copy.persist(Library.saved, in: Journal(FileStorage(fresh.file("journal"))))
      precondition(wait(for: { await other.flush() }) == true)
      meter.count("size", Double(largest) / Double(size(of: fresh.file("journal"))))
    },
    Workload("RES-archive", "100,000 articles are restored from an archive", actions: 1) { meter in
      let folder = BenchmarkFolder()
      let archive = Archive<Library>(FileStorage(folder.file("archive")), claim: .whileSaving)
      precondition(archive.save(Library(articles: 100_000)))
      meter.measure(actions: 1) { precondition(archive.restore()?.articles.count == 100_000) }
    },
    Workload("RES-journal", "… from a journal with as much behind its snapshot", actions: 1) { meter in
      let folder = BenchmarkFolder()
      let journal = Journal<Library>(FileStorage(folder.file("journal")), claim: .whileSaving)
      let store = StateStore<Library, LibraryAction>.make()
      let persistence = store.persist(Library.saved, in: journal)
      for round in 0..<19 {
        for number in 0..<5_000 { store.dispatch(.edit((number * 20 + round) % 100_000)) }
        precondition(wait(for: { await persistence.flush() }) == true)
      }
      meter.measure(actions: 1) {
        precondition(journal.restore(Library.saved, into: Library(articles: 0))?.articles.count == 100_000)
      }
    },
  ]
}

/// Numbers below 100,000 that are far from each other, and are repeated after 100,000 others.
func scattered(_ number: Int) -> Int { number &* 7_919 % 100_000 }

private func size(of file: URL) -> Int {
  (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
}

/// A folder that is deleted with the workload that created it.
final class BenchmarkFolder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-\(UUID().uuidString)")

  init() {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }
}

private func fsyncData(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    fcntl(file, F_FULLFSYNC)
  #else
    fdatasync(file)
  #endif
}

/// An element of seven fields, about 225 bytes as JSON.
struct Article: Codable, Identifiable, Sendable {
  let id: Int
  var title: String
  var author = "somebody with a name of some length"
  var summary = "a summary that takes some of the bytes of an article, as those of articles do"
  var words = 1_200
  var isRead = false
  var score = 0.5

  init(_ id: Int) {
    self.id = id
    title = "the title of article number \(id)"
  }
}

struct Library: Codable, Sendable {
  struct Settings: Codable, Equatable, Sendable {
    var fontSize = 12
    var isDark = false
    var language = "en"
  }

  var articles: OrderedState<Article>
  @Tracked var tags = (0..<100).map { "tag \($0)" }
  var settings = Settings()
  var reads = 0

  static let saved: [StatePart<Library>] = [
    .elements("articles", \.articles),
    .value("tags", \.tags, trackedBy: { $0.$tags.version }),
    .value("settings", \.settings),
  ]

  init(articles: Int) { self.articles = OrderedState((0..<articles).map(Article.init)) }
}

enum LibraryAction: Sendable {
  case edit(Int)
  case read
}

extension StateStore where State == Library, Action == LibraryAction {
  static func make(articles: Int = 100_000) -> StateStore {
    StateStore(Library(articles: articles)) { library, action in
      switch action {
      case .edit(let id): library.articles[id: id]?.words += 1
      case .read: library.reads += 1
      }
    }
  }
}

/// Retains the storages of stores that are followed and never saved, until the program ends.
private let claimsOfOthers = Guarded<[PersistenceClaim]>([])

extension StateStore where State == Library, Action == LibraryAction {
  /// Tracks the changes of the parts without ever saving them: another holder claims the storage, even after the
  /// store's end, or its last changes would be saved during the next measurement.
  fileprivate func follow() {
    let storage = MemoryStorage()
    guard let claim = try? storage.claim() else { preconditionFailure("the storage is new") }
    claimsOfOthers.withLock { $0.append(claim) }
    persist(
      Library.saved, in: Journal(storage, onProblem: { _ in }),
      pace: SavingPace(debounce: .seconds(86_400), maximumDelay: .seconds(86_400)))
  }
}

extension Meter {
  /// Measures `body`, and counts the bytes that the process has written per action, if the system reports them.
  mutating func measureWritten(_ body: (_ actions: Int) -> Void) {
    let before = Self.written
    measure(body)
    if let before, let after = Self.written { count("written", (after - before) / Double(actions)) }
  }

  private static var written: Double? {
    let lines = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n")
    return lines?.first { $0.hasPrefix("wchar: ") }.flatMap { Double($0.dropFirst(7)) }
  }

  fileprivate mutating func measureSaves(of count: Int) {
    let folder = BenchmarkFolder()
    let store = StateStore<Library, LibraryAction>.make(articles: count)
    let persistence = store.persist(Library.saved, in: Journal(FileStorage(folder.file("journal"))))
    measureSaves(of: store, persistence)
  }

  /// Changes one article and saves it, repeatedly, after all were saved once.
  fileprivate mutating func measureSaves(of store: StateStore<Library, LibraryAction>, _ persistence: Persistence) {
    store.dispatch(.edit(0))
    precondition(wait(for: { await persistence.flush() }) == true)
    measureWritten { actions in
      for number in 0..<actions {
        store.dispatch(.edit(number % 1_000))
        precondition(wait(for: { await persistence.flush() }) == true)
      }
    }
  }

  /// Changes one article after another, a thousand in total, distributed over all of them.
  fileprivate mutating func measureEdits(of store: StateStore<Library, LibraryAction>) {
    store.waitUntilSettled()
    measure { actions in
      for number in 0..<actions { store.dispatch(.edit(number % 1_000 * 100)) }
      store.waitUntilSettled()
    }
    precondition(store.withState { $0.articles[0].words } > 1_200)
  }

  fileprivate mutating func measureReads(of store: StateStore<Library, LibraryAction>) {
    store.waitUntilSettled()
    measure { actions in
      for _ in 0..<actions { store.dispatch(.read) }
      store.waitUntilSettled()
    }
  }
}
