import Dispatch
import Puredux
import Testing

@Suite struct QualityOfServiceTests {
  @Test(arguments: [DispatchQoS.userInitiated, .utility, .background])
  func `a root store runs on a queue with the requested quality of service`(qos: DispatchQoS) throws {
    try expect(
      qos,
      of: [
        StateStore(0, runner: .queue(qos: qos), reducer: sum),
        StateStore(0, runner: .queue(qos: qos), middleware: ClosureMiddleware { action, _ in action }, reducer: sum),
        StateStore(0, runner: .queue(qos: qos), reducer: ClosureReducer(sum)),
      ])
  }

  @available(*, deprecated)
  @Test(arguments: [DispatchQoS.userInitiated, .utility, .background])
  func `the quality of service can be an argument, as in Puredux 2`(qos: DispatchQoS) throws {
    try expect(qos, of: [StateStore(0, qos: qos, reducer: sum)])
  }

  private let sum: Reducer<Int, Int> = { $0 += $1 }

  private func expect(_ qos: DispatchQoS, of roots: [StateStore<Int, Int>]) throws {
    for root in roots {
      let runner = try #require(root.node.tree.mailbox.runner as? QueueRunner)
      #expect(runner.queue.qos == qos)
    }
  }
}
