import Dispatch
import Foundation
import Puredux

/// Built without the compiler's checks, where the condition of a `precondition` is not even evaluated: nothing that four
/// threads dispatch may be lost.
@main
enum ClientUnchecked {
  static func main() async {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 { store.dispatch(1) }
    }
    await store.settled()
    guard store.state == 400_000 else { exit(1) }
    print("ClientUnchecked: 400,000 actions of four threads, none lost without the compiler's checks")
  }
}
