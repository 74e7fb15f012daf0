import Foundation
import Testing

@testable import PureduxInspector

@Suite struct SocketTests {
  @Test func `a port is free once its listener is closed, even if a child process was started in the meantime`()
    throws
  {
    // Another socket of this process may receive the port in the meantime. This is rare, so it does not happen each
    // time.
    let isFree = try (0..<3).contains { _ in
      let (listener, port) = try Socket.listening(at: 0)
      let inherited = dup(listener.descriptor)
      defer { close(inherited) }
      listener.closeListener()
      guard let (next, _) = try? Socket.listening(at: port) else { return false }
      next.closeListener()
      return true
    }
    #expect(isFree)
  }

  @Test func `child processes inherit no socket`() throws {
    let (listener, port) = try Socket.listening(at: 0)
    defer { listener.closeListener() }
    let client = try TestClient(port: port)
    // The client may see the connection slightly before the listener does.
    _ = Socket.wait(for: [(listener, .reading)], atMost: nil)
    guard case .socket(let accepted) = listener.accept() else { return _ = try #require(nil as Socket?) }
    defer { accepted.close() }
    for descriptor in [listener.descriptor, accepted.descriptor] { #expect(isClosedToOthers(descriptor)) }
    withExtendedLifetime(client) {}
  }

  #if os(Linux)
    @Test func `a child process that is started while a socket is created does not inherit the socket`() {
      let made = socket(AF_INET, SocketSystem.streamType, 0)
      defer { close(made) }
      #expect(isClosedToOthers(made))
    }
  #endif

  private func isClosedToOthers(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }
}
