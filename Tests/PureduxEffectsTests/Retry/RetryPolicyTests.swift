import Foundation
import PureduxEffects
import Testing

struct RetryPolicyTests {
  private let id = Identity(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))

  private func delays(_ policy: RetryPolicy, _ count: Int = 6) -> [TimeInterval] {
    (0..<count).map { policy.delay(beforeAttempt: $0, of: id) }
  }

  @Test func `waits are constant, linear or exponential`() {
    #expect(delays(RetryPolicy(maxAttempts: 9, backoff: .constant, base: 3)) == [0, 3, 3, 3, 3, 3])
    #expect(delays(RetryPolicy(maxAttempts: 9, backoff: .linear, base: 3)) == [0, 3, 6, 9, 12, 15])
    #expect(delays(RetryPolicy(maxAttempts: 9, backoff: .exponential(factor: 3), base: 1)) == [0, 1, 3, 9, 27, 81])
  }

  @Test func `a cap bounds every wait`() {
    #expect(delays(RetryPolicy(maxAttempts: 9, initialDelay: 1, cap: 10)) == [1, 2, 4, 8, 10, 10])
  }

  @Test func `jitter shortens the wait, by the same amount for the same identity and attempt`() {
    let policy = RetryPolicy(maxAttempts: 9, backoff: .constant, base: 8, jitter: 0.25)
    let waits = delays(policy, 200).dropFirst()
    #expect(waits.allSatisfy { $0 > 6 && $0 <= 8 })
    #expect(Set(waits).count > 190)
    #expect(delays(policy) == delays(policy))
    #expect(policy.delay(beforeAttempt: 1, of: Identity(UUID())) != policy.delay(beforeAttempt: 1, of: id))
    #expect(policy.delay(beforeAttempt: 1, of: id) == 7.114343585332018)
  }

  @Test func `no stored number results in a wait that a clock rejects`() {
    for number in [Double.nan, .infinity, -.infinity, -1, .greatestFiniteMagnitude] {
      let policy = RetryPolicy(
        maxAttempts: 9, initialDelay: number, backoff: .exponential(factor: number), base: number, jitter: number)
      #expect(delays(policy, 3).allSatisfy { $0 >= 0 && $0 < 1e10 })
    }
  }
}
