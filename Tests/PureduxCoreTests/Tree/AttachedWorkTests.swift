import Testing

@testable import PureduxCore

@Suite struct AttachedWorkTests {
  @Test func `ended work is pruned in time, and running work is kept in order`() {
    var attached = AttachedWork()
    let lasting = PendingWork()
    _ = attached.add(lasting)
    for _ in 1...1000 {
      let work = PendingWork()
      _ = attached.add(work)
      work.cancel()
    }
    #expect(attached.all.count < 40)
    #expect(attached.all.first === lasting)
  }
}
