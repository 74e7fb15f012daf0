internal import Dispatch

/// Where the effects of an attachment run, how urgently, and what they are called.
@usableFromInline
struct RunSettings: Sendable {
  /// Where synchronous effects run; nil for the thread that made the effect.
  let queue: DispatchQueue?
  /// The priority of the tasks in which effects are made and run; nil for the system's choice.
  let priority: TaskPriority?
  /// The name in the tree's events and in reports.
  let name: String
}
