import Foundation
import Puredux

/// Downloads several files at once, with retries, progress, and cancelling by key press.
///
/// Without `--url` they come from a flaky server that the program itself starts.
@main
enum Main {
  static func main() async throws {
    guard let urls = urls(from: CommandLine.arguments.dropFirst()) else { return }
    let server = urls.isEmpty ? try FlakyServer() : nil
    server?.start()
    let store = Downloads.makeStore(server?.urls ?? urls)
    let (states, newest) = AsyncStream.makeStream(of: Downloads.self, bufferingPolicy: .bufferingNewest(1))
    let observation = store.subscribe { newest.yield($0) }
    store.dispatch(.startAll)
    let keys = Terminal.isInteractive ? Task { await followKeys(store, quit: newest.finish) } : nil
    await show(states)
    keys?.cancel()
    let wasInterrupted = await keys?.value ?? false
    observation.cancel()
    if wasInterrupted { exit(130) }
    withExtendedLifetime(server) {}
  }

  private static let usage = """
    Usage: Downloads [--url URL]...
    Fetches files with retries, progress and cancelling by key; without --url from a flaky server of its own.
    """

  /// What to fetch; nil when the program only says how it is used.
  private static func urls(from arguments: ArraySlice<String>) -> [URL]? {
    if arguments.contains("--help") {
      print(usage)
      return nil
    }
    var (urls, rest) = ([URL](), arguments)
    while rest.popFirst() == "--url", let url = rest.popFirst().flatMap(URL.init(string:)), url.scheme != nil {
      urls.append(url)
      if rest.isEmpty { return urls }
    }
    if arguments.isEmpty { return [] }
    FileHandle.standardError.write(
      Data(("Downloads: these arguments make no sense: \(arguments.joined(separator: " "))\n" + usage + "\n").utf8))
    exit(2)
  }

  /// Shows the newest state again and again, until there is nothing more to come.
  private static func show(_ states: AsyncStream<Downloads>) async {
    var screen = Screen(isInteractive: Terminal.isInteractive)
    for await state in states {
      screen.show(state)
      if Terminal.isInteractive ? state.areAllThere : state.isOver { break }
    }
  }

  /// Does what the keys say. True when the last of them was Ctrl-C.
  private static func followKeys(
    _ store: StateStore<Downloads, Downloads.Action>, quit: @Sendable () -> Void
  ) async -> Bool {
    for await key in Terminal.keys() {
      switch key {
      case "1"..."9": store.dispatch(.toggle((key.wholeNumberValue ?? 0) - 1))
      case "a": store.dispatch(.startAll)
      case "c": store.dispatch(.cancelAll)
      case "q": quit()
      case "\u{3}":
        quit()
        return true
      default: break
      }
    }
    return false
  }
}
