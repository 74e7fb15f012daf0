import PureduxCore

/// Runs each delivery immediately, on the dispatching thread.
struct AtOnceRunner: StoreRunner {
  func run(_ work: @escaping @Sendable () -> Void) { work() }
}

/// Runs each delivery in a separate task, on the cooperative pool.
struct TaskRunner: StoreRunner {
  func run(_ work: @escaping @Sendable () -> Void) { Task.detached { work() } }
}
