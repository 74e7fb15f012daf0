/// What screens show, one line after another.
@MainActor
final class Shown {
  private let (stream, show) = AsyncStream.makeStream(of: String.self)

  func line(_ text: String) { show.yield(text) }

  /// Returns when all of these were shown.
  func until(_ lines: Set<String>) async {
    var missing = lines
    for await line in stream {
      missing.remove(line)
      if missing.isEmpty { return }
    }
  }
}
