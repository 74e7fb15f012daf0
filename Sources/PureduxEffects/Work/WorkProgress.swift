/// Whether work is over and each chain of actions that it dispatched has ended: a plain value.
///
/// Single actions need no counting: whoever waits for the work posts behind them.
struct WorkProgress: Sendable {
  private var chains: [ObjectIdentifier: PendingWork] = [:]
  private var outcome: WorkOutcome?

  mutating func begin(_ chain: PendingWork) { chains[ObjectIdentifier(chain)] = chain }

  /// A chain is over. Returns the outcome to tell, if nothing is left to wait for.
  mutating func end(_ chain: PendingWork) -> WorkOutcome? {
    chains[ObjectIdentifier(chain)] = nil
    return chains.isEmpty ? outcome : nil
  }

  /// The work is over. Returns the outcome to tell, if nothing is left to wait for.
  mutating func end(_ outcome: WorkOutcome) -> WorkOutcome? {
    self.outcome = outcome
    return chains.isEmpty ? outcome : nil
  }

  /// The chains that are to be ended with the work.
  mutating func takeChains() -> [PendingWork] {
    defer { chains = [:] }
    return Array(chains.values)
  }
}
