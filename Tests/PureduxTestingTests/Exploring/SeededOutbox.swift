import PureduxEffects
import PureduxTesting

/// What the server of the outbox has received.
struct OutboxServer: Sendable {
  var texts: [String] = []
  var keys: Set<Int> = []

  mutating func receive(_ message: Outbox.Message, checksKey: Bool) {
    if keys.insert(message.id).inserted || !checksKey { texts.append(message.text) }
  }
}

/// Messages that are sent one after another, with a mistake if a bug is given.
struct Outbox: Sendable {
  enum Bug: CaseIterable {
    case sendsTwice, losesDraft, givesUp, changesOrder, forgetsAfterRestart, storms, revives
  }

  enum Action: Sendable, Equatable {
    case type(String), submit, online
    case remove(Int), sent(Int), failed(Int)
  }

  struct Message: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var text: String
    var job = Effect.State.idle()
  }

  let bug: Bug?
  var draft = ""
  var messages: [Message] = []
  var sent: [String] = []
  var removed: Set<Int> = []
  var lastID = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .type(let text): draft = text
    case .submit:
      guard !draft.isEmpty else { return }
      lastID += 1
      messages.append(Message(id: lastID, text: "\(draft) \(lastID)"))
      if bug != .losesDraft { draft = "" }
      sendNext()
    case .online:
      for index in messages.indices where messages[index].job.isFailed { messages[index].job.reset() }
      sendNext()
    case .remove(let id):
      // A message that is being sent may have arrived already.
      guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
      guard bug == .revives || messages[index].job.isIdle else { return }
      messages.remove(at: index)
      removed.insert(id)
      sendNext()
    case .sent(let id):
      if bug == .losesDraft { draft = "" }
      guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
      sent.append(messages.remove(at: index).text)
      sendNext()
    case .failed(let id):
      guard let index = messages.firstIndex(where: { $0.id == id }) else { return }
      if bug == .storms { messages[index].job.restart() } else { messages[index].job.retryOrFailWith(nil) }
    }
  }

  private mutating func sendNext() {
    let policy = RetryPolicy(maxAttempts: bug == .givesUp ? 3 : .max, base: 0.5, cap: 30)
    let count = bug == .changesOrder ? messages.count : min(messages.count, 1)
    for index in 0..<count where messages[index].job.isIdle { messages[index].job.run(policy) }
  }

  /// The saved part; a message that was being sent is sent again.
  struct Saved: Codable {
    var draft: String
    var messages: [Message]
    var sent: [String]
    var lastID: Int
  }

  var saved: Saved {
    get { Saved(draft: draft, messages: messages, sent: sent, lastID: lastID) }
    set {
      (draft, messages, sent, lastID) = (newValue.draft, newValue.messages, newValue.sent, newValue.lastID)
      for index in messages.indices { messages[index].job.reset() }
      if bug != .forgetsAfterRestart { sendNext() }
    }
  }

  static func exploration(_ bug: Bug?) -> Exploration<OutboxServer, StateStore<Outbox, Action>, Outbox, Action> {
    Exploration(server: OutboxServer()) { outside in
      StateStore<Outbox, Action>(Outbox(bug: bug)) { $0.reduce($1) }
        .effect(forEach: { $0.messages }, job: { $0.job }, name: "sending") { message, dispatch in
          Effect {
            try await outside.call("send") { $0.receive(message, checksKey: bug != .sendsTwice) }
            dispatch(.sent(message.id))
          } onError: { _ in
            dispatch(.failed(message.id))
          }
        }
    } actions: { outbox in
      [.type("a"), .type("b"), .submit] + outbox.messages.map { .remove($0.id) }
    }
    .healed(by: bug == .givesUp ? .type("") : .online)
    .everyTurn("only typing and submitting change the draft") { before, action, after in
      if case .sent? = action { before.draft == after.draft } else { true }
    }
    .always("a removed message does not arrive") { moment in
      moment.server.keys.isDisjoint(with: moment.state.removed)
    }
    .eventually("everything is sent") { $0.state.messages.isEmpty }
    .eventually("the server has the messages in their order", { $0.server.texts }, equals: { $0.state.sent })
    .saves(\.saved, comparing: { [$0.draft, "\($0.messages.map(\.text))", "\($0.sent)"] })
  }
}
