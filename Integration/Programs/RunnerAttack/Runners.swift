import PureduxCore

/// Runs each delivery at once, on the thread that dispatched.
struct AtOnceRunner: StoreRunner {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// Runs each delivery in a task of its own, on the cooperative pool.
struct TaskRunner: StoreRunner {
  func run(_ work: @escaping @Sendable () -> Void) { Task.detached { work() } }
}
