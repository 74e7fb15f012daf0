/// The priority of a run's tasks, in one byte.
///
/// `TaskPriority` has no size that the compiler knows here, and a record that holds one is copied by a function that looks
/// its layout up.
@usableFromInline
struct WorkPriority: Comparable, Sendable {
  private let rawValue: UInt8

  static let medium = WorkPriority(.medium)

  @usableFromInline init(_ priority: TaskPriority) { rawValue = priority.rawValue }

  var ofTask: TaskPriority { TaskPriority(rawValue: rawValue) }

  @usableFromInline
  static func < (one: WorkPriority, other: WorkPriority) -> Bool { one.rawValue < other.rawValue }
}
