import Foundation

/// Runs `body` this many times on each of four threads, which begin together; returns when they have finished.
func onFourThreads(_ times: Int, _ body: @escaping @Sendable () -> Void) {
  let (gate, done) = (DispatchSemaphore(value: 0), DispatchGroup())
  for _ in 0..<4 {
    done.enter()
    Thread {
      gate.wait()
      for _ in 0..<times { body() }
      done.leave()
    }.start()
  }
  for _ in 0..<4 { gate.signal() }
  done.wait()
}
