import Foundation
import PureduxCore
import PureduxInspector
import Testing

/// Sessions of trees whose reducers run on the main thread alone.
@Suite struct `A session of a store on the main actor` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @MainActor
  private static func makeStore() -> StateStore<Shelf, ShelfAction> {
    StateStore(mainActor: Shelf(), named: "shelf") { shelf, action in shelf.reduce(action) }
  }

  @MainActor
  private func session(_ write: (Recording) throws -> Void) throws -> Session {
    let store = Self.makeStore()
    let recording = store.record()
    for number in 1...5 { store.dispatch(.put("book", pages: number)) }
    try write(recording)
    return try Session(contentsOf: folder.file)
  }

  @Test @MainActor func `has a checksum after each action where it is written there`() throws {
    let session = try session { try $0.write(to: folder.file) }
    let replay = session.replay { Self.makeStore() }
    #expect(replay.comparedStates == 5)
    #expect(replay.isFaithful)
  }

  @Test @MainActor func `has them when it is appended, and the main thread asks that all be written`() throws {
    let session = try session { recording in
      let store = try recording.append(to: folder.file)
      store.flush()
    }
    #expect(session.replay { Self.makeStore() }.comparedStates == 5)
  }

  @Test func `gets them while it is appended, without holding up the main thread`() async throws {
    let (store, recording) = await MainActor.run {
      let store = Self.makeStore()
      return (store, store.record())
    }
    let appended = try recording.append(to: folder.file)
    for _ in 1...500 { await store.send(.open) }
    // Each flush has what the main thread has checked before it; it is given 64 steps at a time.
    var compared = 0
    for _ in 1...1_000 where compared < 500 {
      appended.flush()
      await MainActor.run {}
      compared = try await Self.replayed(folder.file).comparedStates
    }
    #expect(compared == 500)
    #expect(try await Self.replayed(folder.file).divergence == nil)
  }

  @MainActor
  private static func replayed(_ file: URL) throws -> SessionReplay<Shelf> {
    try Session(contentsOf: file).replay { Self.makeStore() }
  }

  @Test func `has none where another thread writes it at once`() async throws {
    let recording = await MainActor.run {
      let store = Self.makeStore()
      let recording = store.record()
      store.dispatch(.open)
      return recording
    }
    try recording.write(to: folder.file)
    #expect(try await Self.replayed(folder.file).comparedStates == 0)
  }
}
