import Foundation
import PureduxEffects
import PureduxRecording
import PureduxTesting
import Testing

@testable import PureduxReplica

/// The laws of a replica that need no random schedule.
@Suite struct ReplicaLawsTests {
  private let context = TestContext()
  private let log = ReplicaLog.memory()

  private func store(version: UInt32 = 1, parts: [ReplicaPart<SharedList>]? = SharedList.parts) -> ListStore {
    context.run { ListStore(log, version: version, parts: parts) }
  }

  private func pass() { context.advance(by: .seconds(10)) }

  @Test func `what is shown is the confirmed document, changed by the pending actions`() {
    let (one, two) = (store(), store())
    pass()
    one.dispatch(.add("one"))
    two.dispatch(.add("two"))
    #expect(one.texts == [])
    context.runUntilIdle()
    pass()
    #expect(one.texts == two.texts)
    #expect(Set(one.texts) == ["one", "two"])
    #expect(one.state.document == two.state.document)
    #expect(one.state.position == 2)
    #expect(one.state.isConfirmed)
  }

  @Test(arguments: [true, false])
  func `a rejected action leaves no trace, and its author is told`(hasParts: Bool) {
    let stores = (0..<2).map { _ in store(parts: hasParts ? SharedList.parts : nil) }
    stores[0].dispatch(.add("a"))
    pass()
    let id = stores[1].state.items[0].id
    stores[0].dispatch(.remove(id))
    stores[1].dispatch(.remove(id))
    pass()
    let rejections = stores.compactMap(\.state.rejection)
    #expect(rejections.map(\.action) == [.remove(id)])
    #expect(rejections.first?.error as? MissingItem == MissingItem())
    #expect(stores[0].state.document == stores[1].state.document)
    #expect(stores.map(\.state.position) == [3, 3])
    #expect(stores[0].state.turns == 2)
  }

  @Test func `an action that is rejected at once is not entered, and the next one has its number`() {
    let (one, two) = (store(), store())
    one.dispatch(.remove(Identity()))
    one.dispatch(.add("a"))
    pass()
    #expect(one.state.rejection?.action != nil)
    #expect(one.state.position == 1)
    #expect(two.texts == ["a"])
    #expect(two.state.turns == 1)
  }

  @Test func `an action that the log's authority rejects disappears, and its author is told without an error`() {
    let log = ReplicaLog.memory { $0.number != 2 }
    let store = context.run { ListStore(log) }
    for text in ["a", "b", "c"] { store.dispatch(.add(text)) }
    pass()
    #expect(store.texts == ["a", "c"])
    #expect(store.state.rejection?.action == .add("b"))
    #expect(store.state.rejection?.error == nil)
    #expect(store.state.position == 3)
  }

  @Test func `a replica stops before an entry of a later version, and goes on entering`() {
    let (old, new) = (store(version: 1), store(version: 2))
    old.dispatch(.add("old"))
    pass()
    new.dispatch(.add("new"))
    pass()
    #expect(old.state.problem == .laterVersion(2))
    #expect(old.state.position == 1)
    old.dispatch(.add("later"))
    pass()
    #expect(old.texts == ["old", "later"])
    #expect(new.texts == ["old", "new", "later"])
    #expect(new.state.problem == nil)
  }

  @Test func `an entry that cannot be decoded stops the replica before it`() async throws {
    let one = store()
    one.dispatch(.add("a"))
    pass()
    let entry = ReplicaEntry(
      id: .init(client: 77, number: 1), version: 1, inputs: .init(seed: 1, time: 1), content: .action("[]".utf8Data))
    try await log.append([entry])
    one.dispatch(.add("b"))
    pass()
    #expect(one.state.problem == .undecodable(position: 1))
    #expect(one.texts == ["a", "b"])
  }

  @Test func `an effect below a replica runs once, where it was asked for, and its result is shared`() {
    struct Screen: Sendable {
      var selected = 0
      var weather = Effect.State.idle()
    }
    let runs = Recorder<Int>()
    let roots = context.run {
      (0..<2).map { _ in
        StateStore(
          replica: SharedList(), in: log, parts: SharedList.parts, sharing: { (action: AppAction) in action.shared },
          reducer: { try $0.reduce($1) })
      }
    }
    let screens = context.run {
      roots.enumerated().map { index, root in
        root.with(Screen()) { (screen: inout Screen, action: AppAction) in
          switch action {
          case .select(let row): screen.selected = row
          case .refresh: screen.weather.restart()
          case .list: screen.weather.succeed()
          case .failed: screen.weather.fail(nil)
          }
        }.effect({ $0.1.weather }) { _, dispatch in
          Effect {
            runs.record(index)
            dispatch(.list(.add("rain")))
          } onError: { _ in
            dispatch(.failed)
          }
        }
      }
    }
    screens[0].dispatch(.select(3))
    screens[0].dispatch(.refresh)
    pass()
    #expect(runs.values == [0])
    #expect(roots.map { $0.state.items.map(\.text) } == [["rain"], ["rain"]])
    #expect(roots.map(\.state.position) == [1, 1], "the selection and the request are not in the log")
    #expect(screens.map(\.state.1.selected) == [3, 0])
  }

  @Test func `a batch is one publication, whatever is pending`() async throws {
    let network = BadNetwork(log, seed: 1, loss: 0)
    let (one, two) = (context.run { ListStore(network.connected) }, store())
    pass()
    network.cut(true)
    for index in 0..<20 { one.dispatch(.add("one \(index)")) }
    for index in 0..<30 { two.dispatch(.add("two \(index)")) }
    pass()
    let texts = Recorder<[String]>()
    let subscription = one.subscribe(removeDuplicates: .equal { $0.items.map(\.text) }) { state in
      texts.record(state.items.map(\.text))
    }
    context.runUntilIdle()
    network.cut(false)
    pass()
    #expect(texts.values.map(\.count) == [20, 50])
    subscription.cancel()
  }

  @Test func `a recording of a replica gives its states again, rebases included`() {
    let (one, two) = (store(), store())
    let recording = one.record()
    for index in 0..<5 {
      one.dispatch(.addSome("one \(index)"))
      two.dispatch(.addSome("two \(index)"))
      context.advance(by: .milliseconds(1))
    }
    pass()
    let last = recording.events().last
    #expect(recording.state(of: one, after: last?.number ?? 0).document == one.state.document)
    #expect(one.state.document == two.state.document)
    #expect(recording.findImpureReducer() == nil)
  }
}

extension String {
  var utf8Data: Data { Data(utf8) }
}
