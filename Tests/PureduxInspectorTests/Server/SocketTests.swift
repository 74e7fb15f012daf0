import Foundation
import Testing

@testable import PureduxInspector

@Suite struct SocketTests {
  @Test func `a port is free when its listener was closed, though a program that was started meanwhile still has it`()
    throws
  {
    let (listener, port) = try Socket.listening(at: 0)
    let inherited = dup(listener.descriptor)
    defer { close(inherited) }
    listener.closeListener()
    let (next, _) = try Socket.listening(at: port)
    next.closeListener()
  }

  @Test func `no program that is started gets a socket`() throws {
    let (listener, _) = try Socket.listening(at: 0)
    defer { listener.closeListener() }
    #expect(fcntl(listener.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }
}
