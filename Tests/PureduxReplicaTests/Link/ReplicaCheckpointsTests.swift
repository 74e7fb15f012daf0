import PureduxTesting
import Testing

@testable import PureduxReplica

@Suite struct ReplicaCheckpointsTests {
  private let context = TestContext()

  /// A store whose reducer may add a suffix that other replicas do not add.
  private func store(_ log: ReplicaLog, version: UInt32 = 1, suffix: String = "") -> ListStore {
    context.run {
      ListStore(replica: SharedList(), in: log, version: version, parts: SharedList.parts, sharing: { $0 }) {
        list, action in
        try list.reduce(action)
        if case .add = action { list.items[list.items.count - 1].text += suffix }
      }
    }
  }

  private func pass() { context.advance(by: .seconds(10)) }

  @Test func `a log is compacted at a mark, while actions are always pending`() async throws {
    let log = ReplicaLog.memory(mostEntries: 20)
    let (one, two) = (store(log), store(log))
    for index in 0..<100 {
      one.dispatch(.add("one \(index)"))
      two.dispatch(.add("two \(index)"))
      context.runUntilIdle()
    }
    pass()
    let batch = try await log.read(nil)
    #expect(batch?.snapshot.map { $0.position > 100 } == true)
    #expect(one.state.document == two.state.document)
    #expect(store(log).state.document == SharedList())
    let late = store(log)
    pass()
    #expect(late.state.document == one.state.document)
    #expect(context.misuse.values.isEmpty)
  }

  @Test func `replicas that differ are told within one compaction, at the position, and continue with the snapshot`() {
    let log = ReplicaLog.memory(mostEntries: 10)
    let (one, two) = (store(log), store(log, suffix: "!"))
    let problems = Recorder<ReplicaProblem>()
    let subscriptions = [one, two].map { store in
      store.subscribe { state in if let problem = state.problem { problems.record(problem) } }
    }
    for index in 0..<12 { one.dispatch(.add("\(index)")) }
    pass()
    one.dispatch(.title("t"))
    pass()
    #expect(problems.values.contains { if case .diverged(let position) = $0 { position <= 14 } else { false } })
    #expect(context.misuse.values.count == 1)
    #expect(context.misuse.values.first?.whatHappened.contains("differs from that of another process") == true)
    #expect(one.state.document == two.state.document)
    #expect([one, two].allSatisfy { $0.state.problem == nil })
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test func `replicas of other versions are not compared, because their documents may have other properties`() {
    let log = ReplicaLog.memory(mostEntries: 10)
    let (one, two) = (store(log), store(log, version: 2, suffix: "!"))
    for index in 0..<9 { one.dispatch(.add("\(index)")) }
    pass()
    one.dispatch(.add("9"))
    pass()
    #expect(two.texts != one.texts)
    #expect(context.misuse.values.isEmpty)
  }

  @Test func `a document that cannot be encoded is reported, and the replica goes on`() {
    struct Unencodable: Error {}
    struct Text: Codable, Equatable, Sendable {
      var text = ""
      init() {}
      init(from decoder: any Decoder) throws { text = try String(from: decoder) }
      func encode(to encoder: any Encoder) throws {
        if text.count > 3 { throw Unencodable() }
        try text.encode(to: encoder)
      }
    }
    let log = ReplicaLog.memory(mostEntries: 5)
    let stores = context.run {
      (0..<2).map { _ in
        StateStore<ReplicaState<Text, String>, String>(replica: Text(), in: log) { $0.text += $1 }
      }
    }
    for letter in "abcdefghi" { stores[0].dispatch("\(letter)") }
    pass()
    stores[1].dispatch("j")
    pass()
    #expect(stores.map(\.state.text) == ["abcdefghij", "abcdefghij"])
    #expect(context.misuse.values.first?.whatHappened.contains("cannot be encoded") == true)
  }
}
