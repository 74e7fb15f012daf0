/// Something that the page asks a program to do with its time.
package enum TravelCommand: Sendable, Equatable {
  case pause
  case jump(to: Int)
  case step(Int)
  case skip(Int)
  case unskip(Int)
  /// Back to the newest event, as if there had been no journey.
  case resumeAtPresent
  /// Goes on from where the program stands, and forgets what came later.
  case resumeHere
}
