import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

@Suite struct `Saved states` {
  private func decoded(_ state: EditableQueryState<AddMark>) throws -> Notes {
    var notes = Notes()
    notes.notes = try JSONDecoder().decode(EditableQueryState.self, from: try JSONEncoder().encode(state))
    return notes
  }

  @Test func `a cache is saved, shown at once, and fetched when it is used`() throws {
    let world = World(.init(staleAfter: nil))
    world.server.change(3)
    world.use(3, for: 1)
    let second = World(state: try decoded(world.state))
    #expect(second.value(3)?.version == 1 && second.entry(3)?.isRestored == true)
    for _ in 0..<2 { second.server.change(3) }
    let use = second.use(3)
    #expect(second.value(3)?.version == 1)
    second.pass(1)
    #expect(second.value(3)?.version == 2 && second.entry(3)?.isRestored == false)
    use.cancel()
    second.pass(600)
    #expect(second.state.entries.isEmpty)
  }

  @Test func `saved entries keep their age, so that they are fetched when they are stale`() throws {
    let world = World(.init(staleAfter: .seconds(60), keepUnused: nil))
    for key in [1, 2] { world.use(key, for: 1) }
    world.pass(20)
    world.send(.invalidate([2]))
    let saved = try decoded(world.state)
    // The state is saved again before it has reduced any action.
    let context = TestContext(identitySeed: 2)
    let second = World(.init(), context, state: try decoded(saved.notes))
    second.pass(30)
    let uses = [second.use(1), second.use(2)]
    #expect(second.entry(1)?.isFetching == false && second.entry(1)?.isRestored == true)
    #expect(second.server.takeLog() == ["fetch 2"])
    second.pass(40)
    let again = second.use(1)
    second.send(.notes(.refetchStale))
    #expect(second.server.takeLog().contains("fetch 1"))
    withExtendedLifetime((uses, again)) {}
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a state with policies of any numbers can be saved, and has the same times`(number: Double) throws {
    let retry = RetryPolicy(maxAttempts: 3, base: number, cap: number, timeout: number)
    let policy = QueryPolicy(
      staleAfter: .seconds(Int64.max), keepUnused: .seconds(Int64.min), cancelUnusedAfter: .seconds(Int64.max),
      pollEvery: .nanoseconds(1), retry: retry)
    let state = EditableQueryState<AddMark>(policy, sending: retry)
    let saved = try JSONDecoder().decode(EditableQueryState<AddMark>.self, from: JSONEncoder().encode(state)).content
    #expect(saved.policy.staleTime == policy.staleTime && saved.policy.keepTime == policy.keepTime)
    #expect(saved.policy.cancelTime == policy.cancelTime && saved.policy.pollTime == policy.pollTime)
    for retries in [saved.policy.retry, saved.outbox.retry] {
      #expect(retries.delay(beforeAttempt: 1, of: Identity()) == retry.delay(beforeAttempt: 1, of: Identity()))
    }
  }

  @Test(arguments: [-1, 1e300, 3e9, .nan] as [Double])
  func `an answer with an invalid age, or from the future, is stale`(seconds: Double) throws {
    let world = World(.init(staleAfter: .seconds(1000)))
    world.use(1, for: 1)
    let coder = JSONEncoder()
    coder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    var coded = try #require(
      JSONSerialization.jsonObject(with: try coder.encode(world.state)) as? [String: Any])
    var entries = try #require(coded["entries"] as? [[String: Any]])
    #expect(entries[0]["answeredAt"] as? Double == 1)
    entries[0]["answeredAt"] = seconds.isNaN ? "nan" as Any : seconds
    coded["entries"] = entries
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    var notes = Notes()
    notes.notes = try decoder.decode(
      EditableQueryState.self, from: try JSONSerialization.data(withJSONObject: coded))
    let second = World(.init(), TestContext(identitySeed: 2), state: notes)
    let use = second.use(1)
    #expect(second.entry(1)?.isRefreshing == true)
    use.cancel()
  }

  @Test func `a saved cache keeps its tags`() throws {
    let world = World(.init(staleAfter: nil))
    world.use(3, for: 1)
    let second = World(state: try decoded(world.state))
    #expect(second.state.content.tagged["odd"]?.count == 1)
  }

  @Test func `changes in progress when the process was killed are sent again, in order, and count once`() throws {
    let world = World(.init(staleAfter: nil, keepUnused: nil))
    world.use(1, for: 1)
    for mark in [1, 2] { world.add(AddMark(mark, to: 1)) }
    // The server has accepted the first change, and its response is in transit.
    world.pass(0.75)
    #expect(world.server.note(1).marks == [1])
    let notes = try decoded(world.state)
    #expect(notes.notes.value(1)?.marks == [1, 2])
    let ids = notes.notes.pending.map(\.id)
    let second = World(.init(), TestContext(identitySeed: 99), state: notes, server: world.server)
    second.pass(5)
    #expect(world.server.taken == ids && world.server.note(1).marks == [1, 2])
    #expect(second.state.pending.isEmpty && second.value(1)?.marks == [1, 2])
  }

  @Test func `duplicate keys and duplicate changes count once`() throws {
    let world = World()
    world.use(1, for: 1)
    world.server.failSending(times: 9)
    world.add(AddMark(1, to: 1))
    let text = String(decoding: try JSONEncoder().encode(world.state), as: UTF8.self)
    var coded = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for key in ["entries", "pending"] {
      let list = try #require(coded[key] as? [Any])
      coded[key] = list + list
    }
    let state = try JSONDecoder().decode(
      EditableQueryState<AddMark>.self, from: try JSONSerialization.data(withJSONObject: coded))
    #expect(state.entries.count == 1 && state.pending.count == 1)
  }

  @Test func `a state without changes is saved too`() throws {
    var state = QueryState<Int, String>()
    TestContext().run { state.seed("a", for: 1) }
    let decoded = try JSONDecoder().decode(QueryState<Int, String>.self, from: try JSONEncoder().encode(state))
    #expect(decoded.value(1) == "a" && decoded.pending.isEmpty)
  }

  @Test func `every action is plain data, so that a recording is replayed in another process`() throws {
    let id = TestContext().run { Identity() }
    let failure = Effect.Failure(Server.Down())
    let actions: [EditableQueryAction<AddMark>] = [
      .use(1, true, number: 3), .uses([1, 2], number: 4),
      .answered(1, Note(version: 2, marks: [1]), ["a", .init("b", 7)]),
      .failed(1, failure, isWorthRetrying: false), .timePassed, .confirmed(id, [.init(1, Note())]),
      .notSent(id, failure, isWorthRetrying: true), .refused(id), .prefetch(1), .refetch(1), .refetchStale, .more(1),
      .earlier(1), .cancel(1), .invalidate(["a"]), .add(AddMark(1, to: 2)), .withdraw(id), .resend,
    ]
    let coded = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([EditableQueryAction<AddMark>].self, from: coded) == actions)
  }

  @Test func `pages are saved, and a list that lost them is empty`() throws {
    let pages = Pages([1, 2], at: 0, next: 1)
    #expect(try JSONDecoder().decode(Pages<Int, Int>.self, from: try JSONEncoder().encode(pages)) == pages)
    var empty = try JSONDecoder().decode(Pages<Int, Int>.self, from: Data(#"{"pages":[]}"#.utf8))
    empty.insert(1, at: 0)
    #expect(empty.items == [1])
  }

  @Test(arguments: [nil, .seconds(5), .milliseconds(1)] as [Duration?])
  func `a policy keeps its time limit of fetches, and one of an older version has the default`(
    limit: Duration?
  ) throws {
    let policy = QueryPolicy(fetchTimeLimit: limit)
    let coded = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(QueryPolicy.self, from: coded) == policy)
    var older = try #require(JSONSerialization.jsonObject(with: coded) as? [String: Any])
    older["fetchTimeLimit"] = nil
    let data = try JSONSerialization.data(withJSONObject: older)
    #expect(try JSONDecoder().decode(QueryPolicy.self, from: data) == QueryPolicy())
  }

  @Test func `changes and counterparts that an older version saved are restored`() throws {
    let text = """
      {"policy": {"staleAfter": 0, "keepUnused": 300, "cancelUnusedAfter": 0.5,
      "retry": {"maxAttempts": 3, "initialDelay": 0, "backoff": {"exponential": {"factor": 2}}, "base": 1, "jitter": 0}},
      "sending": {"maxAttempts": 3, "initialDelay": 0, "backoff": {"constant": {}}, "base": 1, "jitter": 0},
      "entries": [{"key": 1, "value": {"version": 1, "marks": []}, "answeredAt": 1}],
      "pending": [{"id": ID0, "change": {"keys": [1], "mark": 5}},
      {"id": ID1, "change": {"keys": [1], "mark": 6}, "isCounterpart": true}]}
      """
    var saved = text
    for index in 0...1 {
      let id = String(decoding: try JSONEncoder().encode(Identity()), as: UTF8.self)
      saved = saved.replacingOccurrences(of: "ID\(index)", with: id)
    }
    let state = try JSONDecoder().decode(EditableQueryState<AddMark>.self, from: Data(saved.utf8))
    #expect(state.value(1)?.marks == [5, 6] && state.pending.map(\.isCounterpart) == [false, true])
    #expect(state.policy == QueryPolicy() && state.pending[0].isSending)
  }
}
