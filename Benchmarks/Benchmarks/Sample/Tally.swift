/// A sum that observers write to, so that the compiler keeps their work and a workload can check it.
final class Tally: @unchecked Sendable {
  // SAFETY: observers write in the turns of one tree, one at a time; the workload reads after waiting for them.
  private(set) var calls = 0
  private(set) var sum = 0

  @inline(__always)
  func add(_ number: Int) {
    calls &+= 1
    sum &+= number
  }
}
