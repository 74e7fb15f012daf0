import Dispatch
import Foundation
import Puredux

/// Built with rare settings: with C++ interoperability, optimized, and without the compiler's checks.
///
/// Even the condition of a `precondition` is not evaluated. No action that the four threads dispatch may be lost.
@main
enum ClientUnusual {
  static func main() async {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 { store.dispatch(1) }
    }
    await store.settled()
    guard store.state == 400_000 else { exit(1) }
    print("ClientUnusual: 400,000 actions of four threads, and none lost")
  }
}
