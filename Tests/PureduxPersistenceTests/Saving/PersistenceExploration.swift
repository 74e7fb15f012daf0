import PureduxPersistence
import PureduxTesting
import Testing

/// Numbers that are saved in a storage that can be full, by a store that is released and created again.
private final class SavedNumbers {
  enum Action: Equatable, Sendable {
    case add, full(Bool), restart
  }

  /// All that was dispatched, which outlives the other store.
  let root: StateStore<[Int], Int>
  private(set) var saver: StateStore<[Int], Int>
  private let storage = WatchedStorage()
  private let archive: Archive<[Int]>
  private var persistence: Persistence
  private var lastNumber = 0

  init() {
    root = StateStore([]) { $0.append($1) }
    archive = Archive(storage, onProblem: { _ in })
    saver = StateStore([]) { $0.append($1) }
    persistence = saver.persist(in: archive)
  }

  func send(_ action: Action) {
    switch action {
    case .add:
      lastNumber += 1
      root.dispatch(lastNumber)
      saver.dispatch(lastNumber)
    case .full(let isFull): if isFull { storage.isFull.raise() } else { storage.isFull.lower() }
    case .restart:
      saver = StateStore([]) { $0.append($1) }
      persistence = saver.persist(in: archive)
    }
  }

  /// The saved numbers.
  var saved: [Int] { Archive<[Int]>(MemoryStorage(storage.memory.read())).restore() ?? [] }
}

@Suite struct `The exploration of saved stores` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: ()) { _ in
      SavedNumbers()
    } root: { numbers in
      numbers.root
    } actions: { _, _ in
      [.add, .full(true), .full(false), .restart]
    } send: { numbers, action in
      numbers.send(action)
    }
    .always("the store has only what was dispatched, in order") { Self.isPart($0.app.saver.state, of: $0.state) }
    .always("so does the storage") { Self.isPart($0.app.saved, of: $0.state) }
    .healed(by: .full(false))
    .eventually("what is shown is saved", { $0.app.saved }, equals: { $0.app.saver.state })
    .run(runs: 30, seed: seed)
  }

  /// Whether the numbers, which increase, are among others.
  private static func isPart(_ numbers: [Int], of others: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } && Set(numbers).isSubset(of: others)
  }
}
