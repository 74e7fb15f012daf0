import PureduxCompatibility
import PureduxEffects
import PureduxTesting

typealias ChainPlan = ActionPlan<[ChainEntry], any ChainAction>

/// A chain of random actions, and its expected results.
struct RandomChain {
  let action: ComposedAction
  /// The actions that the reducer receives, in order, if the chain is not cancelled.
  let entries: [ChainEntry]
  let fails: Bool

  private struct Maker {
    let chain: Int
    /// Whether a middleware converts actions to chains.
    let hasMiddleware: Bool
    var random: SeededGenerator
    var leaf = 0

    mutating func entry() -> ChainEntry {
      leaf += 1
      return ChainEntry(chain: chain, leaf: leaf)
    }
  }

  private struct Part {
    var action: any ChainAction
    var entries: [ChainEntry]
    var fails = false
  }

  init(chain: Int, seed: UInt64, hasMiddleware: Bool = true) {
    var maker = Maker(chain: chain, hasMiddleware: hasMiddleware, random: SeededGenerator(seed: seed))
    let part = Self.chain(depth: 0, &maker)
    action = part.composed
    (entries, fails) = (part.entries, part.fails)
  }

  private static func chain(
    depth: Int, _ maker: inout Maker
  ) -> (composed: ComposedAction, entries: [ChainEntry], fails: Bool) {
    let goesOn = Int.random(in: 0..<4, using: &maker.random) == 0
    var parts: [Part] = []
    for _ in 0..<Int.random(in: depth == 0 ? 2...6 : 0...3, using: &maker.random) {
      parts.append(part(depth: depth, &maker))
    }
    var entries: [ChainEntry] = []
    var fails = false
    for part in parts where !fails {
      entries += part.entries
      fails = part.fails && !goesOn
    }
    return (ComposedAction(parts.map(\.action), continuesAfterErrors: goesOn), entries, fails)
  }

  private static func part(depth: Int, _ maker: inout Maker) -> Part {
    let kind = Int.random(in: 0..<(depth < 2 ? 13 : 10), using: &maker.random)
    if kind < 10 { return leaf(kind, maker.entry()) }
    let (chain, entries, fails) = chain(depth: depth + 1, &maker)
    switch kind {
    case 10: return Part(action: chain, entries: entries, fails: fails)
    case 11 where maker.hasMiddleware: return Part(action: MadeChain(chain: chain), entries: entries, fails: fails)
    case 11: return Part(action: chain, entries: entries, fails: fails)
    default:
      // A chain that a plan dispatches ends before the plan does; its outcome does not affect the plan.
      return Part(action: ChainPlan { $0.dispatch(chain) }, entries: entries)
    }
  }

  private static func leaf(_ kind: Int, _ first: ChainEntry) -> Part {
    switch kind {
    case 0...3: Part(action: first, entries: [first])
    case 4: Part(action: AwaitingEntries(first: first), entries: [first.step(1)])
    case 5: Part(action: callbackEntries(first), entries: [first.step(1), first.step(2)])
    case 6: Part(action: PromptEntries(first: first), entries: [first.step(1)])
    case 7:
      Part(
        action: ChainPlan({ _ in
          AsyncStream { stream in
            for step in 1...3 { stream.yield(first.step(step)) }
            stream.finish()
          }
        }),
        entries: (1...3).map(first.step))
    case 8:
      Part(
        action: ChainPlan { store in
          store.dispatch(first.step(1))
          throw Refused()
        },
        entries: [first.step(1)], fails: true)
    default:
      Part(
        action: ChainPlan { store in
          store.dispatch(first.step(1))
          await store.send(first.step(2))
          await Elsewhere.shared.visit()
          store.dispatch(first.step(3))
        },
        entries: (1...3).map(first.step))
    }
  }
}
