import Dispatch
import Foundation
import PureduxCore
import PureduxTesting

// Fifty levels of large states on a stack that eight of them fill: 64 KB in debug builds, for the tests; 16 KB in
// optimized builds, as in a user's release build, because the optimizer takes minutes for larger states.

/// Stored inline, not behind a reference.
struct Block: Sendable {
  struct Quarter<Element: Sendable>: Sendable { var a, b, c, d: Element }
  typealias Kilobyte = Quarter<Quarter<Quarter<SIMD2<Int64>>>>
  #if DEBUG
    typealias Content = Quarter<Quarter<Quarter<Kilobyte>>>
  #else
    typealias Content = Quarter<Quarter<Kilobyte>>
  #endif
  var content: Content
  var count = 0

  init() {
    func four<Element>(_ element: Element) -> Quarter<Element> {
      Quarter(a: element, b: element, c: element, d: element)
    }
    let most = four(four(four(four(SIMD2<Int64>(0, 0)))))
    #if DEBUG
      content = four(four(most))
    #else
      content = four(most)
    #endif
  }
}

let stackSize = MemoryLayout<Block.Content>.size * 8
let runner = ManualRunner()
let root = StateStore<Block, Int>(Block(), runner: runner) { $0.count += $1 }
var leaf = root
for _ in 0..<50 { leaf = leaf.with(Block()) { $0.count += $1 }.map(state: { $0.1 }) }
let part = leaf.map(state: { $0.count })
let counts = Recorder<Int>()
let token = part.subscribe { counts.record($0) }
let done = DispatchSemaphore(value: 0)
let thread = Thread {
  part.dispatch(2)
  runner.runUntilIdle()
  counts.record(part.state)
  done.signal()
}
thread.stackSize = stackSize
thread.start()
done.wait()
guard counts.values == [0, 2, 2] else { fatalError("reduced, published and read: \(counts.values)") }
withExtendedLifetime(token) { print("fifty levels of \(MemoryLayout<Block>.size) bytes fit a stack of \(stackSize)") }
