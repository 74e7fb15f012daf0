/// One row of the table: what is done, how often in a full run, and the code that does it.
///
/// The body prepares, then calls the meter once for the part that counts. It runs on the main thread,
/// several times in a process, and keeps nothing between the runs.
struct Workload: Sendable {
  /// Short, for the command line and for the budgets.
  let name: String
  let title: String
  /// How many actions a full run performs; a quick one performs a tenth.
  let actions: Int
  let body: @Sendable (inout Meter) -> Void

  init(_ name: String, _ title: String, actions: Int, body: @escaping @Sendable (inout Meter) -> Void) {
    self.name = name
    self.title = title
    self.actions = actions
    self.body = body
  }
}
