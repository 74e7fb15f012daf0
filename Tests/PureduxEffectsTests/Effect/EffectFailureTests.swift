import Foundation
import PureduxEffects
import Testing

struct EffectFailureTests {
  enum Network: Error { case offline, refused }
  enum Disk: Error { case offline }
  struct Told: Error, CustomStringConvertible { let description: String }
  enum Server: LocalizedError {
    case answered(Int), silent

    var errorDescription: String? {
      if case .answered(let status) = self { "the server answered \(status)" } else { nil }
    }
  }
  /// Larger than the inline storage of an existential.
  struct Refusal<Reason: Sendable>: LocalizedError, CustomStringConvertible {
    let reason: Reason
    let hints = (1, 2, 3, 4)
    let description = "a refusal"

    var errorDescription: String? { "refused: \(reason)" }
    var failureReason: String? { "the reason" }
  }

  @Test func `errors with the same text are distinct`() {
    #expect(Effect.Failure(Network.offline) != Effect.Failure(Disk.offline))
    #expect(Effect.Failure(Network.offline) != Effect.Failure(Network.refused))
    #expect(Effect.Failure(Network.offline) == Effect.Failure(Network.offline))
  }

  @Test func `type, domain, code and text survive coding`() throws {
    let error = NSError(domain: "disk", code: 28, userInfo: [NSLocalizedDescriptionKey: "no space left"])
    let failure = Effect.Failure(error)
    #expect(failure.domain == "disk")
    #expect(failure.code == 28)
    #expect(failure.text.contains("no space left"))
    #expect(failure.type.contains("NSError"))
    #expect(try JSONDecoder().decode(Effect.Failure.self, from: JSONEncoder().encode(failure)) == failure)
  }

  @Test func `an error that can describe itself does`() {
    #expect(Effect.Failure(Told(description: "the server is asleep")).text == "the server is asleep")
    #expect(Effect.Failure(Network.refused).text == "refused")
  }

  @Test func `a failure keeps the user-facing text of its error, on every system`() {
    #expect(Effect.Failure(Server.answered(500)).text == "the server answered 500")
    #expect(Effect.Failure(Server.silent).text == "silent")
    #expect(Effect.Failure(Refusal(reason: ["a", "b"])).text == #"refused: ["a", "b"]"#)
  }

  @Test func `a custom text replaces the description`() {
    let failure = Effect.Failure(Network.refused, text: "the server is asleep")
    #expect(failure.text == "the server is asleep")
    #expect(failure.type == Effect.Failure(Network.refused).type && failure.code == 1)
  }

  @Test func `a failure created from a failure is equal to it`() {
    let failure = Effect.Failure(Network.offline)
    #expect(Effect.Failure(failure) == failure)
  }
}
