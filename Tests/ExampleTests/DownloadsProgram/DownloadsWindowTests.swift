import ExampleTerminal
import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import DownloadsProgram

struct DownloadsWindowTests {
  private let size = TerminalSize(columns: 80, rows: 12)

  private func makeDownloads(_ count: Int) throws -> Downloads {
    let url = try #require(URL(string: "http://host/file.bin"))
    return Downloads(Array(repeating: url, count: count), timeout: 1)
  }

  @Test func `a window of ten thousand downloads shows as many as fit, and stays within them`() throws {
    let downloads = try makeDownloads(10_000)
    var window = DownloadsWindow()
    #expect(window.positions(of: 10_000, size) == 0..<9)
    for (rows, first) in [(1, 1), (-5, 0), (20, 20), (20_000, 9_991), (1, 9_991), (-1, 9_990)] {
      window.scroll(by: rows, of: 10_000, size)
      #expect(window.positions(of: 10_000, size) == first..<first + 9)
    }
    let rows = DownloadsScreen.rows(downloads, in: window, size)
    #expect(rows.count == 12 && rows[9].text == "   9991–9999 of 10000 · ↑ ↓ scroll")
    #expect(window.positions(of: 3, size) == 0..<3)
  }

  @Test func `a table of ten thousand downloads is redrawn only for those that it shows`() throws {
    let (runner, updates) = (ManualRunner(), Recorder<[ElementChange<Identity>]?>())
    let store = StateStore<Downloads, Downloads.Action>(try makeDownloads(10_000), runner: runner) { $0.reduce($1) }
    let ids = store.withState { $0.all.map(\.id) }
    let observation = store.rows(\.all).observe { updates.record($1) }
    for position in [5_000, 3, 8, 9] {
      store.dispatch(.progressed(ids[position], Download.Progress(received: 1, total: 2)))
    }
    store.dispatch(.cancelAll)
    runner.runUntilIdle()
    let window = DownloadsWindow()
    #expect(updates.values.map { window.shows($0, of: 10_000, size) } == [true, false, true, true, false, true])
    withExtendedLifetime(observation) {}
  }
}
