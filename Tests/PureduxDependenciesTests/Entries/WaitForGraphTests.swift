import PureduxCore
@testable import PureduxDependencies
import Testing

@Suite struct WaitForGraphTests {
  private let one = ThreadIdentity(number: 1)
  private let other = ThreadIdentity(number: 2)
  private var graph = WaitForGraph()

  private func pending(_ name: String, on thread: ThreadIdentity) -> PendingDefault {
    PendingDefault(of: name, on: thread)
  }

  @Test mutating func `two threads that wait for each other are a cycle, found by the second`() {
    let (x, y) = (pending("x", on: one), pending("y", on: other))
    graph.begin(x)
    graph.begin(y)
    #expect(graph.beginWaiting(for: y, on: x.thread) == nil)
    #expect(graph.beginWaiting(for: x, on: y.thread) == ["x", "y", "x"])
  }

  @Test
  mutating func `a default that is ready blocks no reader, even if its thread now waits for the reader`() {
    let (x, y, z) = (pending("x", on: one), pending("y", on: other), pending("z", on: other))
    graph.begin(x)
    graph.begin(y)
    // The thread of `x` has found `y` in progress. Before it begins to wait, `y` is created, and the thread of `y`
    // continues with `z`, which reads `x`.
    graph.end(y)
    graph.begin(z)
    #expect(graph.beginWaiting(for: x, on: z.thread) == nil)
    #expect(graph.beginWaiting(for: y, on: x.thread) == nil)
  }

  @Test mutating func `a waking thread is not mistaken for a waiting thread`() {
    let (x, y, z) = (pending("x", on: one), pending("y", on: other), pending("z", on: one))
    graph.begin(x)
    graph.begin(y)
    #expect(graph.beginWaiting(for: x, on: y.thread) == nil)
    graph.end(x)
    // The other thread has not recorded yet that it no longer waits for `x`.
    graph.begin(z)
    #expect(graph.beginWaiting(for: y, on: z.thread) == nil)
    graph.endWaiting(on: y.thread)
    #expect(graph.beginWaiting(for: z, on: y.thread) == ["z", "y", "z"])
  }
}
