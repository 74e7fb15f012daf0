import Foundation
import Testing

@testable import PureduxInspector

@Suite struct SocketTests {
  @Test func `a port is free when its listener was closed, though a program that was started meanwhile still has it`()
    throws
  {
    // Another socket of this process may be given the port meanwhile, which is rare: not each time.
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

  @Test func `no program that is started gets a socket`() throws {
    let (listener, port) = try Socket.listening(at: 0)
    defer { listener.closeListener() }
    let client = try connection(to: port)
    defer { close(client) }
    guard case .socket(let accepted) = listener.accept() else { return _ = try #require(nil as Socket?) }
    defer { accepted.close() }
    for descriptor in [listener.descriptor, accepted.descriptor] { #expect(isClosedToOthers(descriptor)) }
  }

  #if os(Linux)
    @Test func `not even a program that is started while a socket is made gets it`() {
      let made = socket(AF_INET, SocketSystem.streamType, 0)
      defer { close(made) }
      #expect(isClosedToOthers(made))
    }
  #endif

  private func isClosedToOthers(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }

  private func connection(to port: UInt16) throws -> Int32 {
    let client = socket(AF_INET, SocketSystem.streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    // SAFETY: an internet address may be looked at as a general one of its size, and lives during the call.
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    return client
  }
}
