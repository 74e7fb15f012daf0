import ExampleCommandLine
import ExampleRecording
import Foundation

/// The options on the command line.
struct Options: Equatable {
  static let usage = """
    Usage: Downloads [--url URL]... [--files COUNT] [--into FOLDER] [--max-size BYTES] [--timeout SECONDS]
                     [--record FILE] [--inspect] [--replay FILE] [--story FILE] [--help]
    Downloads files, with retries, progress and cancellation. Without --url, from its own flaky server.

      --url URL          fetch this http or https address; can be repeated
      --files COUNT      fetch this many files from the flaky server, up to 100000
      --into FOLDER      save the files in this folder; otherwise, they are discarded
      --max-size BYTES   skip files larger than this; 200000000 by default
      --timeout SECONDS  limit each attempt to this time; 600 by default
    \(RecordingOptions.usage(nameWidth: 17))
      --help             print this help
    """

  var urls: [URL] = []
  /// The number of files to fetch from the flaky server; nil for its default files.
  var files: Int?
  var limits = Fetch.Limits()
  var recording = RecordingOptions()
  var isHelp = false

  /// Nil if an argument is unknown or wrong.
  init?(_ arguments: some Sequence<String>) {
    let areKnown = CommandLineOptions.read(arguments) { name, value in
      switch name {
      case "--help", "-h": isHelp = true
      case "--url":
        guard let url = value().flatMap(Self.url) else { return false }
        urls.append(url)
      case "--files":
        guard let count = value().flatMap(Int.init), 1...100_000 ~= count else { return false }
        files = count
      case "--into":
        guard let path = value() else { return false }
        limits.folder = URL(fileURLWithPath: path, isDirectory: true)
      case "--max-size":
        guard let size = value().flatMap(Int.init), size >= 0 else { return false }
        limits.largestSize = size
      case "--timeout":
        guard let seconds = value().flatMap(Int32.init), seconds > 0 else { return false }
        limits.timeout = TimeInterval(seconds)
        limits.silence = min(limits.silence, limits.timeout)
      default: return recording.take(name, value)
      }
      return true
    }
    if !areKnown { return nil }
  }

  private static func url(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false
    else { return nil }
    return url
  }
}
