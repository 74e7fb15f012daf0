import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

/// Sessions of trees whose reducers run only on the main thread.
@Suite struct `A session of a store on the main actor` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  @MainActor
  private static func makeStore() -> StateStore<Shelf, ShelfAction> {
    StateStore(mainActor: Shelf(), named: "shelf") { shelf, action in shelf.reduce(action) }
  }

  @MainActor
  private func session(_ write: (Recording) throws -> Void) throws -> RecordedSession {
    let store = Self.makeStore()
    let recording = store.record()
    for number in 1...5 { store.dispatch(.put("book", pages: number)) }
    try write(recording)
    return try RecordedSession(contentsOf: folder.file)
  }

  @Test @MainActor func `has a checksum after each action if it is written on the main actor`() throws {
    let session = try session { try $0.write(to: folder.file) }
    let replay = session.replay { Self.makeStore() }
    #expect(replay.comparedStates == 5)
    #expect(replay.isFaithful)
  }

  @Test @MainActor func `has checksums if the main thread flushes it after the append`() throws {
    let session = try session { recording in
      let store = try recording.append(to: folder.file)
      store.flush()
    }
    #expect(session.replay { Self.makeStore() }.comparedStates == 5)
  }

  @Test func `receives checksums while it is appended to, when the main thread has time`() async throws {
    let (store, recording) = await MainActor.run {
      let store = Self.makeStore()
      return (store, store.record())
    }
    let appended = try recording.append(to: folder.file)
    for _ in 1...200 { await store.send(.open) }
    await Self.letChecksBeMade(200, in: appended)
    let replay = try await Self.replayed(folder.file)
    #expect(replay.comparedStates == 200)
    #expect(replay.divergence == nil)
  }

  /// Each flush includes the steps that the main thread has reduced before: at least one step with a check.
  private static func letChecksBeMade(_ count: Int, in session: AppendedSession) async {
    for _ in 0...2 * count {
      session.flush()
      await MainActor.run {}
    }
    session.flush()
  }

  @MainActor
  private static func replayed(_ file: URL) throws -> SessionReplay<Shelf> {
    try RecordedSession(contentsOf: file).replay { Self.makeStore() }
  }

  /// A state that records the threads on which it is encoded.
  private struct Heavy: Codable, Sendable {
    var count = 0
    static let wasOnMain = Recorder<Bool>()

    init() {}
    init(from decoder: any Decoder) throws { count = try decoder.singleValueContainer().decode(Int.self) }

    func encode(to encoder: any Encoder) throws {
      Self.wasOnMain.record(MainRunner.isHere)
      var container = encoder.singleValueContainer()
      try container.encode(count)
    }
  }

  @Test func `encodes and redacts no state on the main thread`() async throws {
    let (store, recording) = await MainActor.run {
      let store = StateStore<Heavy, Int>(mainActor: Heavy(), named: "heavy") { heavy, action in heavy.count += action }
      return (store, store.record())
    }
    let redactedOnMain = Recorder<Bool>()
    let appended = try recording.append(to: folder.file) { value in
      redactedOnMain.record(MainRunner.isHere)
      return value
    }
    for _ in 1...20 { await store.send(1) }
    recording.jump(to: 10)
    recording.resume(.here)
    await store.send(1)
    await Self.letChecksBeMade(22, in: appended)
    #expect(try RecordedSession(contentsOf: folder.file).checks.count >= 21)
    #expect(!Heavy.wasOnMain.values.isEmpty && !Heavy.wasOnMain.values.contains(true))
    #expect(!redactedOnMain.values.isEmpty && !redactedOnMain.values.contains(true))
  }

  @Test func `receives the last checksums after its recording has ended`() async throws {
    var appended: AppendedSession?
    let store = await MainActor.run { Self.makeStore() }
    do {
      let recording = await MainActor.run { store.record() }
      appended = try recording.append(to: folder.file)
      for _ in 1...100 { await store.send(.open) }
    }
    if let appended { await Self.letChecksBeMade(100, in: appended) }
    #expect(try await Self.replayed(folder.file).comparedStates == 100)
  }

  @Test func `has no checksums if another thread writes it at once`() async throws {
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
