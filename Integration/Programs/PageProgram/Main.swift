import Foundation
import PureduxInspector

/// Prints the address of its page, and continues until its standard input ends. Each line `load RATE SECONDS` causes
/// that many events per second; `done` is printed afterwards. With `--tally`, the program has one store, and a line
/// `measure RATE SECONDS` prints the number of actions and their nanoseconds.
///
/// Usage: PageProgram EVENTS [--tally] [--read-only] [--port PORT] [--key KEY]
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    func option(_ name: String) -> String? {
      arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
    }
    let (tally, program) = arguments.contains("--tally") ? (TallyProgram(), nil) : (nil, PlannerProgram())
    program?.happen(arguments.dropFirst().first.flatMap(Int.init) ?? 0)
    let page = try (tally?.recording ?? program?.recording)?.serve(
      control: !arguments.contains("--read-only"), port: option("--port").flatMap(UInt16.init) ?? 0,
      key: option("--key"))
    say(page?.address ?? "")
    while let line = readLine() {
      let words = line.split(separator: " ")
      guard words.count == 3, let rate = Double(words[1]), let seconds = Double(words[2]) else { continue }
      if let tally {
        let total = tally.run(rate: rate, seconds: seconds)
        say("\(total.actions) \(total.ownTime) \(total.time)")
      } else if let program {
        load(program, rate: rate, seconds: seconds)
        say("done")
      }
    }
  }

  private static func load(_ program: PlannerProgram, rate: Double, seconds: Double) {
    let start = ContinuousClock.now
    var happened = 0
    while start.duration(to: .now) < .seconds(seconds) {
      let due = Int(start.duration(to: .now) / .seconds(1) * rate)
      if happened < due { happened += program.happen(due - happened) }
      poll(nil, 0, 2)
    }
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
