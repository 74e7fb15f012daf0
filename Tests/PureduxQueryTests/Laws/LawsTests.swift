import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

/// Random uses, invalidations, pushes, changes and failures, in explored orders, beside a server that has the truth.
@Suite struct `Laws of queries` {
  /// `PUREDUX_QUERY_RUNS=10000` makes it the long form.
  static let runs = ProcessInfo.processInfo.environment["PUREDUX_QUERY_RUNS"].flatMap(Int.init) ?? 300

  @Test(arguments: 0..<runs) func `hold in random runs`(seed: Int) {
    var state = UInt64(seed) &* 77 &+ 5
    func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let world = World(
      .init(staleAfter: 3, keepUnused: 20, retry: RetryPolicy(maxAttempts: .max, base: 1, cap: 2)),
      TestContext(schedule: .seeded(UInt64(seed)), stepLimit: 100_000), serverAnswers: seed % 2 == 0)
    var uses: [QueryUse?] = Array(repeating: nil, count: 4)
    var added: [Int: [Int]] = [:]
    let mistakes = Recorder<String>()
    let highest = Guarded<[Int: Int]>([:])
    let watching = world.store.subscribe { state in
      for entry in state.notes.entries {
        guard let confirmed = entry.confirmedValue, let shown = entry.value else { continue }
        let before = highest.withLock { $0.updateValue(confirmed.version, forKey: entry.id) } ?? 0
        if confirmed.version < before { mistakes.record("\(entry.id) went back") }
        var expected = confirmed
        for change in state.notes.pending(on: entry.id) { change.apply(to: &expected, of: entry.id) }
        if shown != expected { mistakes.record("\(entry.id) shows \(shown), not \(expected)") }
      }
    }
    for mark in 1...60 {
      let key = below(4)
      switch below(9) {
      case 0: uses[key] = world.notes.use(key)
      case 1: uses[key] = nil
      case 2:
        world.server.change(key)
        world.store.dispatch(.invalidate([key]))
      case 3:
        for key in [0, 2] { world.server.change(key) }
        world.store.dispatch(.notes(.invalidate(["even"])))
      case 4:
        for key in 0..<4 { world.server.change(key) }
        world.store.dispatch(.invalidateAll)
      case 5:
        world.server.change(key)
        world.store.dispatch(.pushed(key, world.server.note(key)))
      case 6:
        // A refused change has a negative mark.
        let isRefused = below(5) == 0
        if !isRefused { added[key, default: []].append(mark) }
        world.store.dispatch(.notes(.add(AddMark(isRefused ? -mark : mark, to: key))))
      case 7:
        let count = below(3)
        if below(2) == 0 {
          world.server.failFetches(of: key, times: count)
        } else {
          world.server.failSending(times: count)
        }
      default: world.pass(Double(below(15)) / 10)
      }
      if below(3) == 0 { world.context.runUntilIdle() }
    }
    world.pass(120)
    for key in 0..<4 {
      let note = world.server.note(key)
      // Nothing was lost and nothing came twice, each lane in its order.
      #expect(note.marks == added[key] ?? [])
      // Each invalidation led to a fetch that began after it, so that what is used is what the server has.
      if uses[key] != nil { #expect(world.value(key) == note, "key \(key)") }
      if uses[key] == nil { #expect(world.entry(key) == nil) }
    }
    #expect(mistakes.values == [] && world.state.pending.isEmpty && !world.state.isFetching)
    #expect(world.context.misuse.values.isEmpty && world.context.clock.sleeperCount == 0)
    watching.cancel()
  }
}
