import Foundation
import PureduxCompatibility
import PureduxEffects
import PureduxPersistence
import PureduxTesting
import Testing

private struct Reader: Equatable, Codable, Sendable {
  var pages = 0
  var path: [String] = []
}

private protocol Action: ComposableAction {}

extension ComposedAction: Action {}

private struct TurnPage: Action {}

private struct Open: Action {
  let title: String
}

private final class Close: Action {}

private struct PagesReducer: Reducing {
  func reduce(_ state: inout Reader, _ action: any Action) {
    if action is TurnPage { state.pages += 1 }
    // Records the preceding steps of the path.
    if action is Open { state.path.append("pages") }
  }
}

private struct PathReducer: Reducing {
  func reduce(_ state: inout Reader, _ action: any Action) {
    if let action = action as? Open { state.path.append(action.title) }
    if action is Close { state.path = [] }
  }
}

@Suite struct CompositionTests {
  @Test func `reducers composed with a plus run in that order, each with every action`() async {
    let rootReducer = PagesReducer() + PathReducer()
    let store = StateStore(Reader(), reducer: rootReducer)
    store.dispatch(TurnPage())
    await store.send(Open(title: "Emma"))
    #expect(store.state == Reader(pages: 1, path: ["pages", "Emma"]))
  }

  @Test func `actions composed with a plus are reduced in that order`() async {
    let store = StateStore(Reader(), reducer: PagesReducer() + PathReducer())
    await store.send(TurnPage() + Open(title: "Emma") + TurnPage())
    #expect(store.state == Reader(pages: 2, path: ["pages", "Emma"]))
  }

  @Test func `an action may be an instance of a class`() async {
    let store = StateStore(Reader(path: ["Emma"]), reducer: PathReducer())
    await store.send(Close())
    #expect(store.state == Reader())
  }

  @Test func `one middleware prints each action`() async {
    let lines = Recorder<String>()
    let store = StateStore<Reader, any Action>(Reader(), middleware: PrintActions(printer: lines.record)) {
      PagesReducer().reduce(&$0, $1)
    }
    store.dispatch(TurnPage())
    await store.send(Open(title: "Emma"))
    #expect(lines.values == ["TurnPage()", #"Open(title: "Emma")"#])
  }

  @Test func `middlewares composed with a plus print, and save the state for the next session`() async {
    let (storage, lines) = (MemoryStorage(), Recorder<String>())
    let saved = SavedStates(storage)
    func session() -> StateStore<Reader, any Action> {
      let middleware =
        PrintActions<Reader, any Action>(printer: lines.record)
        + PersistState(in: Archive(saved), pace: SavingPace(debounce: .zero))
      return StateStore(Reader(), middleware: middleware) { PagesReducer().reduce(&$0, $1) }
    }
    await session().send(TurnPage())
    await saved.written()
    let next = session()
    await next.send(TurnPage())
    #expect(next.state.pages == 2)
    #expect(lines.values == ["TurnPage()", "TurnPage()"])
  }
}

/// A storage that reports each write.
private struct SavedStates: PersistenceStorage {
  let name = "memory"
  private let storage: MemoryStorage
  private let writes = Recorder<Data>()

  init(_ storage: MemoryStorage) { self.storage = storage }

  func claim() throws(PersistenceError) -> PersistenceClaim { PersistenceClaim {} }
  func read() -> Data? { storage.read() }

  func write(_ data: Data, keepingOld: Bool) -> String? {
    defer { writes.record(data) }
    return storage.write(data, keepingOld: keepingOld)
  }

  /// Returns when the first state has been written.
  func written() async { _ = await writes.values(count: 1) }
}
