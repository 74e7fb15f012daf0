import ExampleCommandLine
import Foundation

/// Goes through all examples, one after another: prints the subject of each, and runs it.
@main
enum Tour {
  private static let usage = """
    Usage: swift run Tour [--list | NAME]
    Runs all examples in sequence, or one of them. In a terminal, it waits for Return between them.
    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let stops = TourStop.all.filter { [$0.name] == arguments }
    switch arguments {
    case []: run(TourStop.all)
    case ["--help"], ["-h"]: print(usage)
    case ["--list"]: for stop in TourStop.all { print("\(stop.name): \(stop.shows)") }
    case _ where !stops.isEmpty: run(stops)
    default:
      let names = TourStop.all.map(\.name).joined(separator: ", ")
      fail("There is no example \(arguments.joined(separator: " ")). The examples are \(names).\n\(usage)", 64)
    }
  }

  private static func run(_ stops: [TourStop]) {
    for (index, stop) in stops.enumerated() {
      if index > 0, !goesOn(to: stop) { return print("End of the tour.") }
      Paragraph.print("\n\(index + 1)/\(stops.count) \(stop.name): \(stop.shows)\n")
      // This program's output must appear before the example's.
      fflush(nil)
      guard let child = ChildProcess(stop.name) else {
        fail("\(stop.name) has not been built; `swift run Tour` builds it with the tour", 1)
      }
      guard child.run() else { fail("\(stop.name) failed", 1) }
    }
    Paragraph.print(
      "\nThat was \(stops.count == 1 ? stops[0].name : "the last example"). `swift run NAME` runs one of them.")
  }

  /// Asks the user if there is a terminal, and continues without asking otherwise.
  private static func goesOn(to next: TourStop) -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return true }
    print("\nPress Return for \(next.name), q to quit: ", terminator: "")
    fflush(nil)
    return readLine().map { $0 != "q" } ?? false
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("Tour: \(message)\n".utf8))
    exit(code)
  }
}
