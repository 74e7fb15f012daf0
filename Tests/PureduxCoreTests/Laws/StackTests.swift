import Dispatch
import Foundation
import PureduxCore
import PureduxTesting
import Testing

/// 64 KB that stand in place, not behind a reference.
private struct Block: Sendable {
  private struct Quarter<Element: Sendable>: Sendable { var a, b, c, d: Element }
  private typealias Kilobytes = Quarter<Quarter<Quarter<Quarter<Int32>>>>
  private var content: Quarter<Quarter<Quarter<Kilobytes>>>
  var count = 0

  init() {
    func four<Element>(_ element: Element) -> Quarter<Element> {
      Quarter(a: element, b: element, c: element, d: element)
    }
    content = four(four(four(four(four(four(four(Int32(0))))))))
  }
}

@Suite struct StackTests {
  @Test func `T33: fifty levels of 64 KB each are reduced, published and read on a stack of 512 KB`() async {
    #expect(MemoryLayout<Block>.size >= 65_536)
    let runner = ManualRunner()
    let root = StateStore<Block, Int>(Block(), runner: runner) { $0.count += $1 }
    var leaf = root
    for _ in 0..<50 { leaf = leaf.with(Block()) { $0.count += $1 }.map(state: { $0.1 }) }
    let part = leaf.map(state: { $0.count })
    let counts = Recorder<Int>()
    let token = part.subscribe { counts.record($0) }
    await withCheckedContinuation { continuation in
      let thread = Thread {
        part.dispatch(2)
        runner.runUntilIdle()
        counts.record(part.state)
        continuation.resume()
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    #expect(counts.values == [0, 2, 2])
    withExtendedLifetime((root, token)) {}
  }
}
