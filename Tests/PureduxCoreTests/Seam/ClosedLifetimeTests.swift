import Dispatch
import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct ClosedLifetimeTests {
  private final class Member: LifetimeMember {
    let name: String
    let ended: Recorder<String>
    init(_ name: String, _ ended: Recorder<String>) { (self.name, self.ended) = (name, ended) }
    func closeWithLifetime() { ended.record(name) }
  }

  private let ended = Recorder<String>()
  private let lock = Lock()

  private func members(_ names: String...) -> [Member] { names.map { Member($0, ended) } }

  @Test func `the youngest ends first, and an element further down in its place among the stores`() {
    let members = members("a", "b", "inner", "c")
    let lifetime = Lifetime(lock: lock)
    lifetime.add(members[0], number: 1)
    lifetime.add(members[1], number: 2)
    let inner = Lifetime(lock: lock, inside: lifetime, number: 3)
    inner.add(members[2], number: 4)
    lifetime.add(members[3], number: 5)
    #expect(!lifetime.isClosed && !inner.isClosed)
    lifetime.close()
    lifetime.close()
    #expect(lifetime.isClosed && inner.isClosed)
    #expect(ended.values == ["c", "inner", "b", "a"])
  }

  @Test func `what was taken out is not ended, and what comes too late ends at once`() {
    let members = members("a", "b", "c", "late")
    let lifetime = Lifetime(lock: lock)
    for number in 0..<3 { lifetime.add(members[number], number: UInt64(number + 1)) }
    lifetime.remove(1)
    lifetime.remove(3)
    lifetime.close()
    #expect(ended.values == ["b"])
    lifetime.add(members[3], number: 4)
    #expect(ended.values == ["b", "late"])
    #expect(Lifetime(lock: lock, inside: lifetime, number: 5).isClosed)
  }

  @Test func `releasing ends the stores and leaves the lifetime open`() {
    let members = members("a", "inner")
    let lifetime = Lifetime(lock: lock)
    lifetime.add(members[0], number: 1)
    let inner = Lifetime(lock: lock, inside: lifetime, number: 2)
    inner.add(members[1], number: 3)
    lifetime.release()
    #expect(ended.values == ["inner", "a"])
    #expect(!lifetime.isClosed && !inner.isClosed)
  }

  @Test func `a lifetime keeps no element of its own that has left`() {
    let lifetime = Lifetime(lock: lock)
    weak var probe: AnyObject?
    do {
      let inner = Lifetime(lock: lock, inside: lifetime, number: 1)
      probe = inner.buffer
      inner.close(inside: lifetime)
    }
    #expect(probe == nil)
    #expect(!lifetime.isClosed)
  }

  @Test func `a store made for an element lets go of its state with its last handle, while the element stays`() async {
    final class Large: Sendable {}
    let root = StateStore<[Int], [Int]>([1]) { $0 = $1 }
    let kept = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    await root.settled()
    weak var probe: Large?
    do {
      let large = Large()
      probe = large
      let first = kept[1]?.with(large) { _, _ in }
      let second = kept[1]?.with(0) { _, _ in }
      #expect(first != nil && second != nil)
    }
    #expect(probe == nil)
  }

  @Test func `an observer stands once in a store, though the element of a handle of it has left`() async throws {
    let root = StateStore<[Int], [Int]>([1]) { $0 = $1 }
    let parents = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    await root.settled()
    let parent = try #require(parents[1])
    root.dispatch([])
    await root.settled()
    let calls = Recorder<[Int]>()
    let observer = Observer(calls) { (state: [Int]) in
      calls.record(state)
      return .active
    }
    root.subscribe(observer: observer)
    parent.subscribe(observer: observer)
    await root.settled()
    let before = calls.values.count
    root.dispatch([2])
    await root.settled()
    #expect(calls.values.count == before + 1)
  }

  @Test func `stores come and go on many threads while their element leaves`() async throws {
    let root = StateStore<[Int], [Int]>([]) { $0 = $1 }
    let parents = root.children(of: { $0 }, id: \.self) { parent, _ in parent }
    for round in 0..<20 {
      root.dispatch([round])
      await root.settled()
      let parent = try #require(parents[round])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for turn in 0..<100 {
          let child = parent.with(0) { (count: inout Int, _: [Int]) in count += 1 }
          let token = turn.isMultiple(of: 2) ? child.subscribe { _ in } : nil
          if thread == 0, turn == 50 { root.dispatch([]) }
          withExtendedLifetime((child, token)) {}
        }
      }
      await root.settled()
      parent.dispatch([7])
      await root.settled()
      #expect(root.state.isEmpty)
    }
  }
}
