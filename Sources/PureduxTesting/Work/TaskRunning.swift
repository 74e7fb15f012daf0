/// The required part of an executor, for systems that may have none.
protocol TaskRunning: Sendable {
  var waitingCount: Int { get }
  @discardableResult func runNext() -> Bool
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ManualExecutor: TaskRunning {}
