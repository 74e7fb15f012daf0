import PureduxCompatibility
import PureduxEffects
import PureduxTesting

/// Runs several random chains concurrently in one store tree on real threads, and describes violations.
struct ChainWorld {
  /// How a chain is passed to the store.
  enum Entrance: Int, CaseIterable {
    case dispatch, start, send, child, mapped, embedded, embeddedStart, embeddedSend, middleware, plan
  }

  static let chainsOfARun = 8

  /// The outcome of one chain.
  private struct End: Sendable {
    let chain: Int
    let entryCount: Int
    let faults: [String]
  }

  private let hasMiddleware: Bool
  private let seed: UInt64
  private let misuse = Recorder<Misuse>()
  private let cancels = CancelsOnEntry()
  private let root: StateStore<[ChainEntry], any ChainAction>

  init(seed: UInt64) {
    self.seed = seed
    let hasMiddleware = !seed.isMultiple(of: 3)
    self.hasMiddleware = hasMiddleware
    root = StoreContext.with { [misuse] in
      $0.misuseReporter = misuse.reporter
    } operation: {
      let reducer: Reducer<[ChainEntry], any ChainAction> = { state, action in
        if let entry = action as? ChainEntry { state.append(entry) }
      }
      guard hasMiddleware else { return StateStore([], reducer: reducer) }
      let makeChains = ClosureMiddleware<[ChainEntry], any ChainAction> { action, _ in
        (action as? MadeChain)?.chain ?? action
      }
      return StateStore([], middleware: makeChains, reducer: reducer)
    }
  }

  /// The violations; empty in the end.
  func run() async -> [String] {
    let observer = root.subscribe { [cancels] entries in if let last = entries.last { cancels.see(last, entries) } }
    defer { observer.cancel() }
    let ends = await withTaskGroup(of: End.self) { group in
      for chain in 0..<Self.chainsOfARun { group.addTask { await run(chain) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await root.settled()
    let entries = root.state
    return ends.flatMap { end in
      let late = entries.count { $0.chain == end.chain } - end.entryCount
      return end.faults + (late == 0 ? [] : ["chain \(end.chain) of seed \(seed): \(late) entries came after its end"])
    }
  }

  private func run(_ number: Int) async -> End {
    var random = SeededGenerator(seed: seed &* 64 &+ UInt64(number))
    let chain = RandomChain(chain: number, seed: random.next(), hasMiddleware: hasMiddleware)
    let cancelAt = Int.random(in: 0...2, using: &random) == 0 ? chain.entries.randomElement(using: &random) : nil
    if let cancelAt {
      return await cancel(chain, number, at: cancelAt, isInTurn: Bool.random(using: &random))
    }
    var entrance = Entrance.allCases.randomElement(using: &random) ?? .dispatch
    if !hasMiddleware, entrance == .middleware { entrance = .embedded }
    let ended = Recorder<Void>()
    let last = ChainPlan { _ in ended.record(()) }
    // An error in the chain ends the chain, not the chain that contains it.
    let whole = ComposedAction([chain.action, last], continuesAfterErrors: true)
    let kept = await enter(whole, by: entrance)
    _ = await ended.values(count: 1)
    withExtendedLifetime(kept) {}
    let seen = entries(of: number)
    let isRight = seen == chain.entries
    return End(
      chain: number, entryCount: seen.count,
      faults: isRight ? [] : ["seed \(seed), \(entrance): expected \(chain.entries.texts), found \(seen.texts)"])
  }

  private func cancel(_ chain: RandomChain, _ number: Int, at entry: ChainEntry, isInTurn: Bool) async -> End {
    let cancelled = Recorder<(count: Int, isInTurn: Bool)>()
    let token = LateToken()
    cancels.add(entry) { entries in
      cancelled.record((entries.count { $0.chain == number }, isInTurn && token.cancel()))
    }
    token.put(root.start(chain.action))
    let atCancel = await cancelled.values(count: 1)[0]
    _ = token.cancel()
    // Entries that were reduced before the token was cancelled exist.
    await root.settled()
    let seen = entries(of: number)
    var faults: [String] = []
    if !chain.entries.starts(with: seen) {
      faults.append("seed \(seed), cancelled: expected a part of \(chain.entries.texts), found \(seen.texts)")
    }
    if atCancel.isInTurn, atCancel.count != seen.count {
      faults.append("seed \(seed), cancelled in the turn of entry \(atCancel.count): went on to \(seen.texts)")
    }
    return End(chain: number, entryCount: seen.count, faults: faults)
  }

  private func entries(of chain: Int) -> [ChainEntry] { root.state.filter { $0.chain == chain } }

  private func enter(_ chain: ComposedAction, by entrance: Entrance) async -> (any Sendable)? {
    switch entrance {
    case .dispatch: root.dispatch(chain)
    case .start: return root.start(chain)
    case .send: await root.send(chain)
    case .child:
      // The plans need a store of this state.
      let child = root.with(0) { _, _ in }.map(state: \.0)
      child.dispatch(chain)
      return child
    case .mapped:
      let mapped = root.map(state: { $0 })
      mapped.dispatch(chain)
      return mapped
    case .embedded, .embeddedStart, .embeddedSend:
      let embedded = root.map(actions: { (_: Int) -> any ChainAction in chain })
      switch entrance {
      case .embedded: embedded.dispatch(0)
      case .embeddedStart: return embedded.start(0)
      default: await embedded.send(0)
      }
    case .middleware: root.dispatch(MadeChain(chain: chain))
    case .plan: root.run(ChainPlan { await $0.send(chain) })
    }
    return nil
  }
}

/// Ends a chain when an entry of it is published.
private final class CancelsOnEntry: Sendable {
  private let bodies = Guarded<[ChainEntry: @Sendable ([ChainEntry]) -> Void]>([:])

  func add(_ entry: ChainEntry, _ body: @escaping @Sendable ([ChainEntry]) -> Void) {
    bodies.withLock { $0[entry] = body }
  }

  func see(_ entry: ChainEntry, _ entries: [ChainEntry]) {
    bodies.withLock { $0.removeValue(forKey: entry) }?(entries)
  }
}

/// A token that may be cancelled before it exists.
private final class LateToken: Sendable {
  private let content = Guarded<(token: StoreSubscription?, isCancelled: Bool)>((nil, false))

  func put(_ token: StoreSubscription) {
    let isLate = content.withLock { content in
      content.token = token
      return content.isCancelled
    }
    if isLate { token.cancel() }
  }

  /// False if it is cancelled as soon as it exists.
  func cancel() -> Bool {
    let token = content.withLock { content in
      content.isCancelled = true
      return content.token
    }
    token?.cancel()
    return token != nil
  }
}

extension [ChainEntry] {
  fileprivate var texts: [String] { map { "\($0.leaf).\($0.step)" } }
}
