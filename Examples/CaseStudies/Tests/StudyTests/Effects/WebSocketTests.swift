import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct WebSocketTests {
  private func chat(_ socket: Socket) -> TestStore<Chat, Chat.Action> {
    TestStore {
      Dependencies.with {
        $0.socket = socket
      } operation: {
        StateStore(feature: Chat()) { $0.reduce($1) }
      }
    }
  }

  @Test func `messages go out and come in while the connection is open`() {
    let (messages, server) = AsyncStream.makeStream(of: String.self)
    let sent = Recorder<String>()
    let store = chat(Socket(open: { messages }, send: { sent.record($0) }))
    store.send(.send("too early"))
    store.send(.connectOrLeave) { $0.isWanted = true }
    store.receive(.opened) { $0.isOpen = true }
    store.send(.send("hello")) {
      $0.outgoing = "hello"
      $0.sending.run()
    }
    store.receive(.sent) { $0.sending.succeed() }
    server.yield("HELLO")
    store.receive(.received("HELLO")) { $0.lines = ["HELLO"] }
    store.send(.connectOrLeave) { ($0.isWanted, $0.isOpen) = (false, false) }
    store.finish()
    #expect(sent.values == ["hello"])
  }

  @Test func `a connection that fails or is closed can be opened again`() {
    let (messages, server) = AsyncStream.makeStream(of: String.self)
    let store = chat(Socket(open: { messages }, send: { _ in throw Offline() }))
    store.send(.connectOrLeave) { $0.isWanted = true }
    store.receive(.opened) { $0.isOpen = true }
    store.send(.send("hello")) {
      $0.outgoing = "hello"
      $0.sending.run()
    }
    store.receive(.failed(Offline())) { $0.sending.fail(Offline()) }
    server.finish()
    store.receive(.closed) { ($0.isWanted, $0.isOpen) = (false, false) }
    store.finish()
  }
}
