import Foundation
import PureduxEffects
import Testing

@testable import PureduxTesting

/// Invariants that need no declaration, and what cannot be explored.
@Suite struct `An exploration without invariants` {
  private func violation<Server, App, State, Action>(
    _ exploration: Exploration<Server, App, State, Action>, runs: Int = 20
  ) -> Violation? {
    exploration.search(runs: runs, seed: 0).found?.violation
  }

  private static func store(_ effect: @escaping @Sendable (Int) -> Effect) -> Exploration<
    Void, StateStore<Int, Int>, Int, Int
  > {
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }.effect(onChange: { $0 }, name: "job") { state, _ in effect(state) }
    } actions: { _ in
      [1]
    }
  }

  @Test func `finds misuse`() {
    let unhandled = violation(Self.store { _ in Effect { throw Requests.Unreachable() } })
    #expect(unhandled?.name == "no mistake is reported")
  }

  @Test func `finds an endless step`() {
    let failures = RecordedFailures()
    failures.recording {
      Exploration {
        StateStore<Int, Int>(0) { $0 += $1 }
          .effect(onChange: { $0 > 1 ? $0 : 0 }, name: "circle") { _, dispatch in Effect { dispatch(1) } }
      } actions: { _ in
        [1]
      }
      .replay("send 1\nsend 1")
    }
    #expect(failures.values.first?.contains("This does not always hold: each step ends") == true)
    #expect(failures.values.first?.contains("Last work:\n  circle") == true)
  }

  @Test func `says how to mark work that is meant to run for ever`() {
    let forever: @Sendable () async throws -> Void = {
      while true { try await StoreContext.current.clock.sleep(.seconds(60)) }
    }
    let found = violation(Self.store { _ in Effect { try await forever() } })
    #expect(found?.name == "all work ends")
    #expect(found?.details.contains("job, and it sleeps until") == true)
    #expect(found?.details.contains("`Effect { … }.asDaemon()`") == true)
    #expect(found?.details.contains("`healed(by:)`") == true)
    #expect(violation(Self.store { _ in Effect { try await forever() }.asDaemon() }) == nil)
  }

  @Test func `accepts a timer that runs until a person stops it, if each run ends with that`() {
    let timer = Exploration {
      StateStore<Bool, Bool>(false) { $0 = $1 }
        .effect(toggle: \.self, name: "timer") { _, _ in
          Effect { while true { try await StoreContext.current.clock.sleep(.seconds(1)) } }
        }
    } actions: { isRunning in
      [!isRunning]
    }
    #expect(timer.search(runs: 20, seed: 0).found?.invariant == "all work ends")
    #expect(timer.healed(by: false).search(runs: 20, seed: 0).found == nil)
  }

  @Test func `says that work outside of the test's clock cannot be explored`() {
    let found = violation(Self.store { _ in Effect { try await Task.sleep(for: .seconds(1000)) } })
    #expect(found?.name == "all work ends")
    #expect(found?.details.contains("neither sleeps on the test's clock nor is ready to run") == true)
    #expect(found?.details.contains("cannot be explored: `Task.sleep`") == true)
  }

  @Test func `finds a reducer that uses random values, and shows the first different state`() throws {
    let search = Exploration {
      StateStore<[String], Int>([]) { $0.append($1 == 2 ? UUID().uuidString : "\($1)") }
    } actions: { _ in
      [1, 2]
    }
    .search(runs: 20, seed: 0)
    let found = try #require(search.found)
    #expect(found.invariant == "the same run gives the same states")
    #expect(found.steps == ["launch", "send 2"])
    #expect(found.violation?.details.contains("2 gave different states:\n  - [\"") == true)
    #expect(found.violation?.details.contains("`UUID()`") == true)
  }

  @Test func `finds stores that remain after the last handle`() {
    let kept = Guarded<[StateStore<Int, Int>]>([])
    let found = violation(
      Exploration {
        let store = StateStore<Int, Int>(0) { $0 += $1 }
        kept.withLock { $0.append(store) }
        return store
      } actions: { _ in
        [1]
      }, runs: 1)
    #expect(found?.name == "nothing leaks")
    #expect(found?.details == "0 child stores and the root remain after the last handle")
  }

  @Test func `finds requests that are repeated without a pause while the network is gone`() {
    let failures = RecordedFailures()
    failures.recording {
      Exploration(server: 0) { outside in
        StateStore<Effect.State, Bool>(.idle()) { if $1 { $0.succeed() } else { $0.restart() } }
          .effect({ $0 }, name: "polling") { _, dispatch in
            Effect {
              try await outside.call("poll") { $0 += 1 }
              dispatch(true)
            } onError: { _ in
              dispatch(false)
            }
          }
      } actions: { _ in
        [false]
      }
      .replay("network gone\nsend false\nwait 10 min")
    }
    #expect(failures.values.first?.contains("an outage costs few requests: more than 1,500 requests") == true)
  }
}
