import Foundation
import PureduxChildren
import PureduxPersistence
import PureduxRecording
import PureduxTesting
import Testing

/// Saves a program that displays its past: displaying the past must not lose work.
@Suite struct `The archive of a program that displays its past` {
  private let context = TestContext()
  private let storage = MemoryStorage()
  private var text: String? { storage.read().map { String(decoding: $0, as: UTF8.self) } }

  private func makeList() -> StateStore<[Int], Int> {
    context.run { StateStore([], named: "list") { (list: inout [Int], action: Int) in list.append(action) } }
  }

  private func record(_ store: StateStore<[Int], Int>, actions: Int...) -> Recording {
    let recording = store.record()
    for action in actions { store.dispatch(action) }
    context.runUntilIdle()
    return recording
  }

  private func letTimePass() { context.advance(by: .seconds(60)) }

  @Test func `saves the present when the save is due`() {
    let store = makeList()
    store.persist(in: Archive(storage))
    let recording = record(store, actions: 1, 2, 3)
    recording.jump(to: 1)
    context.runUntilIdle()
    #expect(store.state == [1])
    letTimePass()
    #expect(text == #"{"state":[1,2,3],"version":1}"#)
    recording.step(1)
    context.runUntilIdle()
    letTimePass()
    #expect(store.state == [1, 2])
    #expect(text == #"{"state":[1,2,3],"version":1}"#)
    recording.resume()
    letTimePass()
    #expect(text == #"{"state":[1,2,3],"version":1}"#)
  }

  @Test func `saves the past from which the program continues`() {
    let store = makeList()
    store.persist(in: Archive(storage))
    let recording = record(store, actions: 1, 2, 3)
    recording.jump(to: 2)
    context.runUntilIdle()
    recording.resume(.here)
    letTimePass()
    #expect(text == #"{"state":[1,2],"version":1}"#)
    store.dispatch(4)
    letTimePass()
    #expect(text == #"{"state":[1,2,4],"version":1}"#)
  }

  @Test func `saves the present of children, and of unchanged stores`() throws {
    let store = makeList()
    let children = store.children(of: { $0 }, id: \.self) { store, _ in
      store.with(0) { (count: inout Int, _: Int) in count += 1 }
    }
    store.persist(children: children, in: Archive<[Int: Int]>(storage))
    let recording = record(store, actions: 7)
    let child = try #require(children[7])
    let (calm, calmStorage) = (store.with("calm") { (text: inout String, _: Int) in text += "." }, MemoryStorage())
    calm.persist(in: Archive<String>(calmStorage))
    child.dispatch(7)
    context.runUntilIdle()
    recording.jump(to: 0)
    context.runUntilIdle()
    #expect(child.state.1 == 0)
    letTimePass()
    #expect(text == #"{"state":{"7":1},"version":1}"#)
    #expect(calmStorage.read().map { String(decoding: $0, as: UTF8.self) } == #"{"state":"calm","version":1}"#)
    recording.resume()
    context.runUntilIdle()
    #expect(child.state.1 == 1)
  }

  @Test func `saves nothing before the saved state was read, if it is attached during a pause`() async {
    struct Unreadable: PersistenceStorage {
      var name: String { "unreadable" }
      func claim() -> PersistenceClaim { PersistenceClaim {} }
      func read() throws(PersistenceError) -> Data? {
        throw PersistenceError(.failed, storage: name, details: "broken")
      }
      func write(_ data: Data, keepingOld: Bool) -> String? { nil }
    }
    let store = makeList()
    let recording = record(store, actions: 1)
    recording.pause()
    context.runUntilIdle()
    let persistence = store.persist(in: Archive(Unreadable(), onProblem: { _ in }))
    #expect(await context.runToEnd { await persistence.flush() } == false)
    recording.resume()
    store.dispatch(2)
    letTimePass()
    #expect(store.state == [1, 2])
    #expect(await context.runToEnd { await persistence.flush() } == false)
  }

  @Test func `saves the present if the program ends while it displays its past`() async {
    let store = StateStore<[Int], Int>([]) { (list: inout [Int], action: Int) in list.append(action) }
    let persistence = store.persist(in: Archive(storage))
    let recording = store.record()
    await store.send(1)
    await store.send(2)
    recording.jump(to: 1)
    await recording.travelCompleted()
    store.dispatch(3)
    #expect(store.state == [1])
    #expect(await persistence.flush())
    #expect(text == #"{"state":[1,2],"version":1}"#)
    recording.resume()
    #expect(await persistence.flush())
    #expect(text == #"{"state":[1,2,3],"version":1}"#)
  }
}
