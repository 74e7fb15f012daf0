@testable import PureduxDependencies
import Testing

private final class SomeThread: Sendable {}

@Suite struct CreationsUnderWayTests {
  private let one = SomeThread()
  private let other = SomeThread()
  private var underWay = CreationsUnderWay()

  private func creation(_ name: String, on thread: SomeThread) -> EntryCreation {
    EntryCreation(of: name, on: ObjectIdentifier(thread))
  }

  @Test mutating func `two threads that wait for each other are a circle, found by the second`() {
    let (x, y) = (creation("x", on: one), creation("y", on: other))
    underWay.begin(x)
    underWay.begin(y)
    #expect(underWay.beginWaiting(for: y, on: x.thread) == nil)
    #expect(underWay.beginWaiting(for: x, on: y.thread) == ["x", "y", "x"])
  }

  @Test
  mutating func `a default that is ready keeps nobody waiting, though its thread now waits for the one that asks`() {
    let (x, y, z) = (creation("x", on: one), creation("y", on: other), creation("z", on: other))
    underWay.begin(x)
    underWay.begin(y)
    // `x` has found `y` under way. Before it begins to wait, `y` is made, and its thread goes on to make `z` from `x`.
    underWay.end(y)
    underWay.begin(z)
    #expect(underWay.beginWaiting(for: x, on: z.thread) == nil)
    #expect(underWay.beginWaiting(for: y, on: x.thread) == nil)
  }

  @Test mutating func `a thread that is just waking up is not taken for one that waits`() {
    let (x, y, z) = (creation("x", on: one), creation("y", on: other), creation("z", on: one))
    underWay.begin(x)
    underWay.begin(y)
    #expect(underWay.beginWaiting(for: x, on: y.thread) == nil)
    underWay.end(x)
    // The other thread has not said yet that it no longer waits for `x`.
    underWay.begin(z)
    #expect(underWay.beginWaiting(for: y, on: z.thread) == nil)
    underWay.endWaiting(on: y.thread)
    #expect(underWay.beginWaiting(for: z, on: y.thread) == ["z", "y", "z"])
  }
}
