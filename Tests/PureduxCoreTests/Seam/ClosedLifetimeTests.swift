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

  @Test func `the newest member ends first, and a nested lifetime ends in its place among the members`() {
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

  @Test func `removed work is not ended, and work that is added late ends at once`() {
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

  @Test func `a lifetime retains no removed member`() {
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
}
