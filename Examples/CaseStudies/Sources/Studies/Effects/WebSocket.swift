import Puredux

/// A connection that is open while a value in the state is true, and messages that are sent over it.
struct Chat: Feature, Equatable {
  enum Action: Sendable { case connectOrLeave, opened, received(String), closed, send(String), sent, failed(any Error) }

  var isWanted = false
  var isOpen = false
  var lines: [String] = []
  var outgoing = ""
  var sending = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .connectOrLeave:
      isWanted.toggle()
      isOpen = false
      sending.cancel()
    case .opened: isOpen = true
    case .received(let line): lines.append(line)
    case .closed: (isWanted, isOpen) = (false, false)
    case .send(let text):
      guard isOpen, !sending.isInProgress else { return }
      outgoing = text
      sending.run()
    case .sent: sending.succeed()
    case .failed(let error): sending.fail(error)
    }
  }

  static let effects: Effects = [
    .effect(toggle: \.isWanted, name: "socket", onFailure: { _ in .closed }) { _, dispatch in
      Effect {
        let socket = Dependencies[\.socket]
        let messages = try await socket.open()
        dispatch(.opened)
        for await message in messages { dispatch(.received(message)) }
        dispatch(.closed)
      }
    },
    .effect(\.sending, name: "send", onFailure: { .failed($0) }) { chat, dispatch in
      Effect {
        try await Dependencies[\.socket].send(chat.outgoing)
        dispatch(.sent)
      }
    },
  ]
}

/// A socket, for example of `URLSession`. Its messages end when it is closed.
struct Socket: Sendable {
  var open: @Sendable () async throws -> AsyncStream<String>
  var send: @Sendable (_ text: String) async throws -> Void

  /// Echoes each message in capitals.
  static func echo() -> Socket {
    let connection = Connection()
    return Socket {
      await connection.open()
    } send: {
      await connection.send($0)
    }
  }

  private actor Connection {
    private var messages: AsyncStream<String>.Continuation?

    func open() -> AsyncStream<String> { AsyncStream { messages = $0 } }
    func send(_ text: String) { messages?.yield(text.uppercased()) }
  }
}

extension Dependencies {
  @DependencyEntry var socket = Socket.echo()
}

#if canImport(SwiftUI)
  import SwiftUI

  struct ChatView: View {
    let store: StateStore<Chat, Chat.Action>

    var body: some View {
      StoreView(store) { chat, dispatch in
        Button(chat.isWanted ? "Leave" : "Connect") { dispatch(.connectOrLeave) }
        if chat.isOpen { Button("Say hello") { dispatch(.send("hello")) } }
        ForEach(chat.lines, id: \.self) { Text($0) }
      }
    }
  }
#endif

extension Study {
  static let webSocket = Study("web-socket", .effects, "A connection, and messages in both directions") {
    let stage = Stage(StateStore(feature: Chat()) { $0.reduce($1) }) { "\($0.isOpen ? "open" : "closed"), \($0.lines)" }
    await stage.send(.connectOrLeave)
    await stage.wait { $0.isOpen }
    await stage.send(.send("hello"))
    await stage.wait { $0.lines == ["HELLO"] }
    await stage.send(.connectOrLeave)
  }
}
