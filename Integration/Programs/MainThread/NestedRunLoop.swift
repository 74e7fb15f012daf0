import Dispatch
import Foundation
import PureduxCore
import PureduxTesting
import ThreadProbes

/// Makes the scheduled turn of a store run while the body of the store's own `withState` runs a run loop.
func checkNestedRunLoop() {
  let misuse = Recorder<Misuse>()
  let reduced = Recorder<Bool>()
  let store = StoreContext.with({ $0.misuseReporter = misuse.reporter }) {
    MainActor.assumeIsolated {
      StateStore<Int, Int>(mainActor: 0) { state, action in
        MainActor.assertIsolated()
        reduced.record(Thread.isMainThread)
        state += action
      }
    }
  }
  let hasDispatched = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    store.dispatch(1)
    hasDispatched.signal()
  }
  hasDispatched.wait()
  store.withState { _ in MainLoop.runUntilIdle() }
  if reduced.values != [] || misuse.values.count != 1 {
    fail("inside withState: reduced \(reduced.values), told \(misuse.values)")
  }
  let token = Guarded<StoreSubscription?>(nil)
  MainLoop.run { end in
    let subscription = store.subscribe { if $0 == 1 { end() } }
    token.withLock { $0 = subscription }
  }
  if reduced.values != [true] || store.state != 1 || misuse.values.count != 1 {
    fail("after withState: reduced \(reduced.values), state \(store.state), told \(misuse.values)")
  }
}
