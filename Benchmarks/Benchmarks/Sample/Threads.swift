import Foundation

/// Runs `body` this many times on each of several threads, which start together; returns when they have finished.
func onThreads(_ count: Int, _ times: Int, _ body: @escaping @Sendable () -> Void) {
  let (gate, done) = (DispatchSemaphore(value: 0), DispatchGroup())
  for _ in 0..<count {
    done.enter()
    Thread {
      gate.wait()
      for _ in 0..<times { body() }
      done.leave()
    }.start()
  }
  for _ in 0..<count { gate.signal() }
  done.wait()
}
