import Puredux

/// Messages that are sent in order, one at a time, and retried until the network is back.
struct Outbox: Feature, Codable, Equatable {
  struct Message: Codable, Equatable, Identifiable, Sendable {
    let id: Identity
    var text: String
  }

  enum Action: Sendable { case write(String), sent, failed(any Error) }

  var waiting: [Message] = []
  var sending = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .write(let text): waiting.append(Message(id: Identity(), text: text))
    case .sent:
      waiting.removeFirst()
      sending.succeed()
    case .failed(let error): sending.retryOrFailWith(error)
    }
    // Changes nothing while a message is being sent.
    if !waiting.isEmpty { sending.run(RetryPolicy(maxAttempts: .max, base: 0.1, cap: 60)) }
  }

  static let effects: Effects = [
    .effect(\.sending, name: "send", onFailure: { .failed($0) }) { outbox, dispatch in
      Effect {
        // The server recognizes a message that is sent twice by its identity.
        if let message = outbox.waiting.first { try await Dependencies[\.post](message.text, message.id) }
        dispatch(.sent)
      }
    }
  ]
}

extension Dependencies {
  @DependencyEntry var post: @Sendable (_ text: String, _ id: Identity) async throws -> Void = { _, _ in
    try await StoreContext.current.clock.sleep(.milliseconds(100))
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct OutboxView: View {
    let store: StateStore<Outbox, Outbox.Action>

    var body: some View {
      StoreView(store) { outbox, dispatch in
        ForEach(outbox.waiting) { Text($0.text) }
        if let attempt = outbox.sending.currentAttempt { Text("sending, attempt \(attempt + 1)") }
        Button("Write") { dispatch(.write("hello")) }
      }
    }
  }
#endif

/// Loses the first two messages.
private actor BadNetwork {
  private var losses = 2

  func pass() throws {
    losses -= 1
    if losses >= 0 { throw Offline() }
  }
}

extension Study {
  static let outbox = Study("outbox", .serverData, "Messages that are sent in order, through a bad network") {
    let network = BadNetwork()
    let store = Dependencies.with {
      $0.post = { _, _ in try await network.pass() }
    } operation: {
      StateStore(feature: Outbox()) { $0.reduce($1) }
    }
    let stage = Stage(store) { outbox in
      "\(outbox.waiting.map(\.text))" + (outbox.sending.currentAttempt.map { ", attempt \($0 + 1)" } ?? "")
    }
    for text in ["one", "two", "three"] { await stage.send(.write(text)) }
    await stage.wait { $0.waiting.isEmpty }
  }
}
