import Foundation
import PureduxCore
import Testing

@testable import PureduxInspector

/// A state that may be nested to any depth.
private indirect enum Nest: Codable, Sendable {
  case egg(Int)
  case nest(Nest)

  init(depth: Int, egg: Int = 0) {
    self = .egg(egg)
    for _ in 0..<depth { self = .nest(self) }
  }
}

@Suite struct `A state that is nested deeply` {
  private let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private static func store(_ depth: Int) -> StateStore<Nest, Int> {
    StateStore(Nest(depth: depth), named: "nest", runner: ManualRunner()) { $0 = Nest(depth: depth, egg: $1) }
  }

  private func session(_ depth: Int) throws -> RecordedSession {
    let runner = ManualRunner()
    let store = StateStore<Nest, Int>(Nest(depth: depth), named: "nest", runner: runner) { nest, egg in
      nest = Nest(depth: depth, egg: egg)
    }
    let recording = store.record()
    runner.runUntilIdle()
    for egg in 1...3 { store.dispatch(egg) }
    runner.runUntilIdle()
    try recording.write(to: folder.file)
    return try RecordedSession(contentsOf: folder.file)
  }

  @Test func `is written as text, with checksums of values that are not too deep`() throws {
    let session = try session(2_000)
    #expect(session.states.allSatisfy { $0.value.slice == nil })
    #expect(session.checks.count == 3)
    #expect(session.replay { Self.store(2_000) }.divergence == nil)
  }

  @Test func `is written as JSON if it is not too deep`() throws {
    let session = try session(10)
    #expect(session.states.allSatisfy { $0.value.slice != nil })
    let replay = session.replay { Self.store(10) }
    #expect(replay.isFaithful)
    #expect(replay.comparedStates == 3)
  }

  @Test func `has a placeholder for each value that is too deep`() throws {
    let (deep, deeper) = (try CanonicalForm.bytes(of: Nest(depth: 500)), try CanonicalForm.bytes(of: Nest(depth: 900)))
    #expect(deep == deeper)
    #expect(deep.contains(UInt8(ascii: "~")))
    #expect(CanonicalForm.isShallow(Nest(depth: 10)))
    #expect(!CanonicalForm.isShallow(Nest(depth: 500)))
  }
}
