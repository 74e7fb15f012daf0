import Dispatch
import Foundation

/// Ends a program that a test runs if the program takes too long, because a test that waits for it would never end.
package enum Watchdog {
  package static func start(seconds: Double) {
    DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + seconds) {
      print("this took more than \(seconds) seconds")
      fflush(nil)
      // A crash instead of an exit: it shows where each thread waits, if `BuiltProgram.showingThreads` is in the
      // environment.
      abort()
    }
  }
}
