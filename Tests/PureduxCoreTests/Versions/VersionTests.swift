import Dispatch
import PureduxCore
import Testing

@Suite struct VersionTests {
  @Test func `each new version differs from all before, also past the end of a thread's block`() {
    let count = 3 << 16
    #expect(Set((0..<count).map { _ in Version() }).count == count)
  }

  @Test func `threads that create versions at the same time create different ones`() {
    let made = Guarded<Set<Version>>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let versions = (0..<100_000).map { _ in Version() }
      made.withLock { $0.formUnion(versions) }
    }
    #expect(made.withLock { $0.count } == 800_000)
  }

  @Test func `no new version equals the version of an empty value`() {
    #expect(Version.empty == Version.empty)
    #expect(!(0..<1 << 17).contains { _ in Version() == .empty })
  }
}
