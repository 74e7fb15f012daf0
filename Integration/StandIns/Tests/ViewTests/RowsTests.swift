import PureduxBindings
import PureduxDerived
import PureduxTesting
import SwiftUI
import Testing

private struct Song: Identifiable, Sendable {
  var id: Int
  var title: String
}

private typealias Edit = @Sendable (inout OrderedState<Song>) -> Void

private struct SongList: View {
  let songs: StoreRows<Song, Edit>
  let seen: Recorder<[ElementChange<Int>]?>
  let shown: Recorder<Int>
  @State private var ids = RowList<Int>()

  var body: some View {
    List {
      ForEach(ids, id: \.self) { id in
        StoreView(songs.element(id)) { song, _ in
          shown.record(id)
          return Text(song?.title ?? "gone")
        }
      }
    }
    .subscribe(songs) { rows, changes in
      seen.record(changes)
      ids = rows
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RowsTests {
  private let store = StateStore<OrderedState<Song>, Edit>([
    Song(id: 1, title: "b"), Song(id: 2, title: "a"),
  ]) { songs, edit in edit(&songs) }

  @Test func `a list follows the rows, and evaluates the row that changed`() async {
    let (seen, shown) = (Recorder<[ElementChange<Int>]?>(), Recorder<Int>())
    let host = ViewHost(SongList(songs: store.rows(\.self, by: \.title), seen: seen, shown: shown))
    host.appear()
    await host.until { host.texts == ["a", "b"] }
    store.dispatch { $0.append(Song(id: 3, title: "c")) }
    await host.until { host.texts == ["a", "b", "c"] }
    store.dispatch { $0[id: 2]?.title = "d" }
    await host.until { host.texts == ["b", "c", "d"] }
    store.dispatch { $0.remove(id: 1) }
    await host.until { host.texts == ["c", "d"] }
    #expect(
      seen.values == [
        nil, [.inserted(3, at: 2)], [.moved(2, from: 0, to: 2), .updated(2, at: 2)], [.removed(1, at: 0)],
      ])
    #expect(!shown.values.isEmpty)
    host.remove()
  }

  @Test func `a list off the screen receives nothing, and shows the rows when it returns`() async {
    let (seen, shown) = (Recorder<[ElementChange<Int>]?>(), Recorder<Int>())
    let host = ViewHost(SongList(songs: store.rows(\.self), seen: seen, shown: shown))
    host.appear()
    await host.until { host.texts == ["b", "a"] }
    host.disappear()
    store.dispatch { $0.remove(id: 1) }
    await store.settled()
    #expect(seen.values == [nil])
    host.appear()
    await host.until { host.texts == ["a"] }
    #expect(seen.values == [nil, nil])
    host.remove()
  }
}
