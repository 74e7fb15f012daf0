extension Workload {
  /// All workloads, in the order of the table.
  static let all: [Workload] =
    baselines + observing + tree + following + threads + latency + state + data + history + rows + pages + selecting
    + effects
    + forEach + features + queries
    + dependencies + bindings + saving + database + replica + recording + sessions + growth + sizes
}
