import Dispatch
import Foundation
import Puredux

/// Built with settings that few choose: with C++ beside Swift, optimised, and without the compiler's checks, where the
/// condition of a `precondition` is not even evaluated. Nothing that four threads dispatch may be lost.
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
