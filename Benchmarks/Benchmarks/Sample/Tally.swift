/// What observers write to, so that their work cannot be left out, and a workload can tell whether it was done.
final class Tally: @unchecked Sendable {
  // SAFETY: observers write in the turns of one tree, one at a time; the workload reads after it waited for them.
  private(set) var calls = 0
  private(set) var sum = 0

  @inline(__always)
  func add(_ number: Int) {
    calls &+= 1
    sum &+= number
  }
}
