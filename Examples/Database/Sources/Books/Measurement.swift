import BookDatabase
import BookModel
import Foundation
import Puredux

/// Compares a store with the database alone: the rows that are read and written each second, and how long it takes until
/// the window has moved.
struct Measurement {
  private let table: BookTable
  private let connection: Connection
  private let clock = ContinuousClock()

  init(_ table: BookTable, _ connection: Connection) { (self.table, self.connection) = (table, connection) }

  func run() async throws {
    let count = try table.count()
    print("\(count) rows")
    // In turns, so that a machine that becomes slower or faster is the same to both.
    for _ in 1...3 {
      let (raw, read) = (try await readRaw(), await readThroughStore())
      print(
        "reading: \(rate(count, raw)) rows a second alone, \(rate(count, read.time)) through a store: "
          + percent(raw, read.time))
      print(
        "  the window moved \(read.moves.count) times in \(ms(read.moves, 0.5)) ms, p99 \(ms(read.moves, 0.99)) ms, "
          + "longest \(ms(read.moves, 1)) ms; \(memory() / 1024) MB")
    }
    let jumps = await jump()
    print("going to the end and back, and searching: p99 \(ms(jumps, 0.99)) ms, longest \(ms(jumps, 1)) ms")
    for _ in 1...3 {
      let (raw, written) = (try await writeRaw(), await writeThroughStore())
      print(
        "writing: \(rate(Self.writes, raw)) edits a second alone, \(rate(Self.writes, written)) through a store: "
          + percent(raw, written))
    }
  }

  private static let writes = 20_000

  private func makeStore() -> StateStore<Shelf, Shelf.Action> {
    Dependencies.with {
      $0.books = table.source
    } operation: {
      StateStore(feature: Shelf()) { $0.reduce($1) }
    }
  }

  // Reading all rows, page by page.

  private func readRaw() async throws -> Duration {
    let size = Shelf().pageSize
    return try await clock.measure {
      var start = PageRequest.Start.first
      while true {
        let rows = try await table.source.page(PageRequest("", start, size))
        guard let last = rows.last, rows.count == size else { return }
        start = .after(last.place)
      }
    }
  }

  private func readThroughStore() async -> (time: Duration, moves: [Duration]) {
    let store = makeStore()
    // As a view does, which has the rows that it shows, and not the whole state: the window is then changed in place.
    let progress = store.map { Progress($0) }
    var moves: [Duration] = []
    let time = await clock.measure {
      var began = clock.now
      var last: Book.ID?
      for await progress in progress.states() where !progress.isReading {
        guard progress.hasLater else { return }
        guard progress.last != last else { continue }
        if last != nil { moves.append(clock.now - began) }
        (last, began) = (progress.last, clock.now)
        store.dispatch(.reachedEnd)
      }
    }
    return (time, moves)
  }

  private struct Progress: Sendable {
    let isReading: Bool
    let hasLater: Bool
    let last: Book.ID?

    init(_ shelf: Shelf) {
      isReading = shelf.reading.isInProgress || shelf.later.isInProgress
      (hasLater, last) = (shelf.hasLater, shelf.books.last?.id)
    }
  }

  /// How long it takes until the first page after a jump or a search is shown.
  private func jump() async -> [Duration] {
    let store = makeStore()
    var times: [Duration] = []
    for number in 0..<300 {
      let began = clock.now
      switch number % 3 {
      case 0: await store.send(.goTo(.last))
      case 1: await store.send(.goTo(.first))
      default: await store.send(.search(["", "Qu", "Zealous Window", "Pale R", "no such title"][number % 5]))
      }
      for await shelf in store.states() where !shelf.reading.isInProgress { break }
      times.append(clock.now - began)
    }
    return times
  }

  // Writing edits of one row after another.

  private func writeRaw() async throws -> Duration {
    let books = try await table.source.page(PageRequest("", .first, 500))
    return try await clock.measure {
      for number in 0..<Self.writes {
        let edit = Edit(book: books[number % books.count].id, old: 0, new: number % 6)
        _ = try await table.source.write([edit])
      }
    }
  }

  private func writeThroughStore() async -> Duration {
    let store = makeStore()
    for await shelf in store.states() where !shelf.reading.isInProgress { break }
    let books = store.state.books.elements
    return await clock.measure {
      for number in 0..<Self.writes { store.dispatch(.rate(books[number % books.count].id, (number / 7 + number) % 6)) }
      for await shelf in store.states() where shelf.edits.isEmpty { return }
    }
  }

  // Texts.

  private func rate(_ count: Int, _ time: Duration) -> Int { Int(Double(count) / (time / .seconds(1))) }
  private func percent(_ raw: Duration, _ other: Duration) -> String { "\(Int(raw / other * 100)) %" }

  private func ms(_ times: [Duration], _ share: Double) -> String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "-" }
    let time = sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
    return String(format: "%.2f", time / .milliseconds(1))
  }

  /// The memory of the process, in kilobytes; 0 where it is not known.
  private func memory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
