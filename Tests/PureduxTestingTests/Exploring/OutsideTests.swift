import PureduxEffects
import Testing

@testable import PureduxTesting

@Suite struct `The outside` {
  /// A store that asks a counting server when its state is running.
  private struct Asking: Sendable {
    var job = Effect.State.idle()
    var answers: [Int] = []
    var errors: [String] = []

    enum Action: Sendable, Equatable {
      case ask, answered(Int), failed(String)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .ask: job.run()
      case .answered(let number):
        answers.append(number)
        job.succeed()
      case .failed(let error):
        errors.append(error)
        job.reset()
      }
    }

    static func exploration(
      _ error: (any Error)? = nil
    ) -> Exploration<Int, StateStore<Asking, Action>, Asking, Action> {
      Exploration(server: 0) { outside in
        StateStore<Asking, Action>(Asking()) { $0.reduce($1) }
          .effect({ $0.job }, name: "asking") { _, dispatch in
            Effect {
              dispatch(
                .answered(
                  try await outside.call("count", throwing: error) {
                    $0 += 1
                    return $0
                  }))
            } onError: {
              dispatch(.failed("\($0)"))
            }
          }
      } actions: { _ in
        [.ask]
      }
      .outsideChanges("another client counts") { $0 += 10 }
    }
  }

  /// Replays steps, and returns the last moment between two of them.
  private func outcome(
    _ steps: String, throwing error: (any Error)? = nil
  ) -> (server: Int, answers: [Int], errors: [String]) {
    let last = Guarded<(Int, [Int], [String])>((0, [], []))
    let failures = RecordedFailures()
    failures.recording {
      Asking.exploration(error)
        .always("noted") { moment in
          last.withLock { $0 = (moment.server, moment.state.answers, moment.state.errors) }
          return moment.state.answers.count + moment.state.errors.count < 2
        }
        .replay(steps)
    }
    return last.withLock { $0 }
  }

  @Test func `answers a request after a tenth of a second`() {
    #expect(outcome("send .ask\nwait 1 s\nsend .ask\nwait 1 s") == (2, [1, 2], []))
  }

  @Test func `fails a request before or after the server has performed it`() {
    let failed = "send .ask\n  requests: failed\nwait 1 s\nsend .ask\n  requests: failed\nwait 1 s"
    let text = Requests.Unreachable().description
    #expect(outcome(failed) == (0, [], [text, text]))
    #expect(outcome(failed.replacing("failed", with: "lost")) == (2, [], [text, text]))
  }

  @Test func `performs a request twice`() {
    let steps = "send .ask\n  requests: twice\nwait 1 s\nsend .ask\nwait 1 s"
    #expect(outcome(steps) == (3, [2, 3], []))
  }

  @Test func `is late`() {
    let steps = "send .ask\n  requests: late\nwait 1 s\nchange another client counts\nwait 10 min\nsend .ask\nwait 1 s"
    #expect(outcome(steps) == (12, [11, 12], []))
  }

  @Test func `cannot be reached while the network is gone`() {
    let steps = "network gone\nsend .ask\nwait 1 s\nnetwork back\nsend .ask\nwait 1 s"
    #expect(outcome(steps) == (1, [1], [Requests.Unreachable().description]))
  }

  @Test func `loses the answer if the network goes in the meantime`() {
    let steps = "send .ask\nwait\nnetwork gone\nwait\nnetwork back\nsend .ask\nwait 1 s"
    #expect(outcome(steps) == (2, [2], [Requests.Unreachable().description]))
  }

  @Test func `fails with the error of the application`() {
    struct Offline: Error {}
    let steps = "network gone\nsend .ask\nwait 1 s\nsend .ask\nwait 1 s"
    #expect(outcome(steps, throwing: Offline()).errors == ["Offline()", "Offline()"])
  }

  @Test func `wraps the functions of a client`() {
    let failures = RecordedFailures()
    failures.recording {
      Exploration(server: ()) { outside in
        let join = outside.faulty("join") { (word: String, number: Int) async throws in "\(word) \(number)" }
        return StateStore<[String], Int>([]) { $0.append("\($1)") }
          .effect(onChange: { $0.count }, name: "joining") { _, dispatch in
            Effect {
              if try await join("a", 1) == "a 1" { dispatch(100) }
            } onError: { _ in
              dispatch(-1)
            }
          }
      } actions: {
        $0.isEmpty ? [1] : []
      }
      .always("the client answers") { !$0.state.contains("100") }
      .replay("send 1\nwait 1 s")
    }
    #expect(failures.values.first?.contains("the client answers") == true)
    #expect(failures.values.first?.contains("request join: answered") == true)
  }
}
