import Foundation
import Workloads

/// The minimum of a store: a reducer under a lock.
final class LockedReducer: PeerStore, @unchecked Sendable {
  // SAFETY: the state is used only with the lock held, and observers are added before the first action.
  static let workloads: Set = ["W1", "W2", "W3", "W7"]

  private let lock = NSLock()
  private var state: Sample
  private var observers: [(Sample) -> Void] = []

  init(_ state: Sample) { self.state = state }

  func dispatch(_ action: SampleAction) {
    lock.lock()
    state.reduce(action)
    for observer in observers { observer(state) }
    lock.unlock()
  }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) { observers.append(body) }
}

@main enum Program {
  static func main() { LockedReducer.main() }
}
