import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

/// Random uses, invalidations, pushes, changes, refusals, failures, kills and time travel, in explored orders, compared
/// with a server that has the true values.
@Suite struct `Laws of queries` {
  @Test(arguments: LongForm.parts(of: 150, long: 10_000)) func `hold in random runs`(seeds: Range<Int>) throws {
    for seed in seeds {
      var run = RandomRun(seed)
      for mark in 1...60 {
        try run.step(mark)
        if run.below(3) == 0 { run.world.context.runUntilIdle() }
      }
      run.end()
      #expect(run.mistakes.values == [], "seed \(seed)")
    }
  }
}

/// The number of random runs of a test: more with `PUREDUX_LONG=1`.
enum LongForm {
  static func runs(_ short: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? long : short
  }

  /// The seeds of random runs, in parts that are separate tests.
  ///
  /// When the whole suite is repeated, a few of the long form's seeds, and others each time.
  static func parts(of short: Int, long: Int) -> [Range<Int>] {
    let isRepeated = ProcessInfo.processInfo.environment["PUREDUX_REPEATING"] == "1"
    let count = isRepeated ? short / 6 : runs(short, long: long)
    let first = isRepeated ? Int.random(in: 0...(long - count)) : 0
    let end = first + count
    return stride(from: first, to: end, by: 50).map { $0..<min($0 + 50, end) }
  }
}

/// Numbers that depend only on a seed.
struct RandomNumbers {
  private var state: UInt64
  init(_ seed: Int) { state = UInt64(seed) &* 77 &+ 5 }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}

private struct RandomRun {
  /// A saved state, and the changes that were added before.
  private struct Kept {
    var state: Notes
    var added: [Int: [Int]]
  }

  var world: World
  let mistakes = Recorder<String>()
  private let seed: Int
  private var numbers: RandomNumbers
  private var uses: [QueryUse?] = Array(repeating: nil, count: 4)
  /// The marks that the server must have in the end, by key and in order.
  private var added: [Int: [Int]] = [:]
  private var kept: Kept?
  private var lives = 1
  private var watching: StoreSubscription?

  init(_ seed: Int) {
    (self.seed, numbers) = (seed, RandomNumbers(seed))
    world = Self.makeWorld(seed, life: 1)
    watch()
  }

  mutating func below(_ count: Int) -> Int { numbers.below(count) }

  private static func makeWorld(_ seed: Int, life: Int, state: Notes? = nil, server: Server = Server()) -> World {
    World(
      .init(staleAfter: .seconds(3), keepUnused: .seconds(20), retry: RetryPolicy(maxAttempts: .max, base: 1, cap: 2)),
      TestContext(schedule: .seeded(UInt64(seed)), identitySeed: UInt64(life), stepLimit: 100_000), state: state,
      server: server, serverAnswers: seed % 2 == 0)
  }

  /// Checks every published state: the displayed values, and that no older value replaces a newer one.
  private mutating func watch() {
    let (mistakes, highest) = (mistakes, Guarded<[Int: Int]>([:]))
    watching = world.store.subscribe { state in
      for entry in state.notes.entries {
        guard let confirmed = entry.confirmedValue, let shown = entry.value else { continue }
        let before = highest.withLock { $0.updateValue(confirmed.version, forKey: entry.id) } ?? 0
        if confirmed.version < before { mistakes.record("\(entry.id) went back") }
        var expected = confirmed
        for change in state.notes.pending(on: entry.id) { change.apply(to: &expected, of: entry.id) }
        if shown != expected { mistakes.record("\(entry.id) shows \(shown), not \(expected)") }
      }
    }
  }

  mutating func step(_ mark: Int) throws {
    let (world, key) = (world, below(4))
    switch below(12) {
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
    case 6, 7:
      // A refused change has a negative mark.
      let isRefused = below(5) == 0
      if !isRefused { added[key, default: []].append(mark) }
      world.store.dispatch(.notes(.add(AddMark(isRefused ? -mark : mark, to: key))))
    case 8:
      let count = below(3)
      if below(2) == 0 {
        world.server.failFetches(of: key, times: count)
      } else {
        world.server.failSending(times: count)
      }
    case 9:
      world.context.runUntilIdle()
      kept = Kept(state: world.store.state, added: added)
    case 10: try goBack()
    default: world.pass(Double(below(15)) / 10)
    }
  }

  /// Restarts with a saved state: by time travel, or in another process after a kill.
  private mutating func goBack() throws {
    guard let kept else { return }
    world.context.runUntilIdle()
    // Changes that were added since then are lost, unless the server has received them.
    for (key, marks) in added {
      let taken = world.server.note(key).marks
      added[key] = marks.filter { kept.added[key]?.contains($0) == true || taken.contains($0) }
    }
    watching?.cancel()
    if below(2) == 0 {
      world.store.dispatch(.replace(kept.state))
      world.context.runUntilIdle()
    } else {
      lives += 1
      var state = kept.state
      state.notes = try JSONDecoder().decode(
        EditableQueryState.self, from: try JSONEncoder().encode(kept.state.notes))
      if world.context.misuse.values.isEmpty == false { mistakes.record("misuse before a kill") }
      // The previous world never runs again: its requests that have not arrived never arrive.
      let time = world.context.clock.now.offset
      world = Self.makeWorld(seed, life: lives, state: state, server: world.server)
      world.context.advance(by: time)
      for key in uses.indices where uses[key] != nil { uses[key] = world.notes.use(key) }
    }
    watch()
    // The application has lost the responses received since then.
    world.store.dispatch(.invalidateAll)
    self.kept = nil
  }

  mutating func end() {
    world.pass(120)
    for key in 0..<4 {
      let note = world.server.note(key)
      // No change was lost or applied twice, and each lane kept its order.
      #expect(note.marks == added[key] ?? [], "key \(key), seed \(seed)")
      // Each invalidation led to a fetch that began after it, so the entries in use equal the server's values.
      if uses[key] != nil {
        #expect(world.value(key) == note, "key \(key), seed \(seed)")
      } else {
        #expect(world.entry(key) == nil, "key \(key), seed \(seed)")
      }
    }
    #expect(world.state.pending.isEmpty && !world.state.isFetching, "seed \(seed)")
    #expect(world.context.misuse.values.isEmpty && world.context.clock.sleeperCount == 0, "seed \(seed)")
    watching?.cancel()
  }
}
