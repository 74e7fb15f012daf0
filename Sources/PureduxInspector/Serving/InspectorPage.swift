/// A page in the browser that shows what happens in a program, served for as long as this object lives.
///
/// Only browsers and scripts of the same machine can reach it, and only with the key in its ``address``. Serving costs the
/// program nothing while nobody looks: one thread sleeps.
public final class InspectorPage: Sendable {
  private let server: InspectorServer
  private let willStop: @Sendable () -> Void

  /// - Parameter willStop: Has the program keep the server's thread waiting no longer.
  package init(
    _ program: some InspectedProgram, port: UInt16, key: String?, control: Bool,
    willStop: @escaping @Sendable () -> Void = {}
  ) throws {
    self.willStop = willStop
    let accessKey: AccessKey
    if let key {
      guard let own = AccessKey(key) else { throw InspectorPageError.unsuitableKey }
      accessKey = own
    } else {
      accessKey = AccessKey()
    }
    do {
      server = try InspectorServer(port: port, key: accessKey) {
        InspectorInterface(program, allowsControl: control, page: PageDocument.served)
      }
    } catch {
      throw InspectorPageError.unavailablePort(port, reason: "\(error)")
    }
  }

  /// The address to open in a browser. It holds the key behind `#`, a part that browsers do not send.
  public var address: String { server.address }

  /// The port of 127.0.0.1.
  public var port: UInt16 { server.port }

  /// The key that scripts send, as `Authorization: Bearer KEY`.
  public var key: String { server.key.text }

  /// Stops serving. When it returns, every connection is closed and the port is free.
  public func stop() {
    // This may be the main thread, and the server's thread may wait for it.
    willStop()
    server.stop()
  }
}
