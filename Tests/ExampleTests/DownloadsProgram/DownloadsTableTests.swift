import ExampleTerminal
import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import DownloadsProgram

/// Ten thousand files, about twenty of which fit on a terminal.
struct DownloadsTableTests {
  private let asked = Recorder<Identity>()
  private let store: StateStore<Downloads, Downloads.Action>

  init() throws {
    let urls = try (0..<10_000).map { try #require(URL(string: "http://host/file\($0).bin")) }
    store = Downloads.makeStore(urls, Fetch.Limits()) { [asked] download in
      asked.record(download.id)
      return download.job
    }
  }

  private func progress(of id: Identity, _ received: Int = 1) async {
    await store.send(.progressed(id, Download.Progress(received: received, total: 1_000)))
  }

  @Test func `a frame contains only the rows on the screen, and is drawn when one of them has changed`() async throws {
    let frames = Recorder<Int>()
    let table = DownloadsTable(
      store, size: { TerminalSize(columns: 80, rows: 24) }, display: { frames.record($0.count) })
    let ids = store.state.all.map(\.id)
    var updates = store.rows(\.all).updates().makeAsyncIterator()
    await table.show(try #require(await updates.next()))
    #expect(frames.values == [24])
    await progress(of: ids[0])
    await table.show(try #require(await updates.next()))
    #expect(frames.values == [24, 24])
    await progress(of: ids[9_999])
    await table.show(try #require(await updates.next()))
    #expect(frames.values == [24, 24])
    await table.scroll(rows: 10_000)
    await progress(of: ids[9_999], 2)
    await table.show(try #require(await updates.next()))
    #expect(frames.values == [24, 24, 24, 24])
  }

  @Test func `each action requests the work of the download that it changed, and of no other`() async {
    let ids = store.state.all.map(\.id)
    await progress(of: ids[0])
    asked.removeAll()
    for id in ids.prefix(100) { await progress(of: id, 2) }
    #expect(asked.values == Array(ids.prefix(100)))
  }
}
