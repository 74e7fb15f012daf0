/// One row of the table: a title, the number of actions of a full run, and the code that performs them.
///
/// The body prepares, then calls the meter once for the measured part. It runs on the main thread, several times in a
/// process, and keeps no data between the runs.
struct Workload: Sendable {
  /// A short name for the command line and the budgets.
  let name: String
  let title: String
  /// The number of actions of a full run; a quick run performs a tenth.
  let actions: Int
  /// The name of our workload that another library's program performs; nil for our own workloads.
  let beside: String?
  let body: @Sendable (inout Meter) -> Void

  init(
    _ name: String, _ title: String, actions: Int, beside: String? = nil,
    body: @escaping @Sendable (inout Meter) -> Void
  ) {
    self.name = name
    self.title = title
    self.actions = actions
    self.beside = beside
    self.body = body
  }
}
