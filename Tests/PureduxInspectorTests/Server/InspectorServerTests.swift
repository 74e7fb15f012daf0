import Foundation
import Testing

@testable import PureduxInspector

/// Uses real sockets. Each wait ends when the server responds or closes.
struct InspectorServerTests {
  private func start(_ limits: ServerLimits = ServerLimits(), _ ticks: TickSource = TickSource()) throws
    -> InspectorServer
  {
    try InspectorServer(limits: limits) { ServedText(ticks) }
  }

  private func request(
    _ server: InspectorServer, _ line: String = "GET /api/status", key: String? = nil,
    _ more: String = "Connection: close\r\n"
  ) -> String {
    "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nAuthorization: Bearer \(key ?? server.key.text)\r\n\(more)\r\n"
  }

  private func ask(_ server: InspectorServer, _ text: String) throws -> String {
    let client = try TestClient(port: server.port)
    client.send(text)
    return client.receiveAll()
  }

  private func isServing(_ server: InspectorServer) throws -> Bool {
    try ask(server, request(server)).hasPrefix("HTTP/1.1 200 OK\r\n")
  }

  @Test func `the address holds the key behind a hash, and the key opens the data`() throws {
    let server = try start()
    #expect(server.address == "http://127.0.0.1:\(server.port)/#key=\(server.key.text)")
    #expect(try isServing(server))
    #expect(try ask(server, request(server, "GET /", key: "")).contains("<!doctype html>"))
    #expect(try ask(server, request(server, key: AccessKey().text)).hasPrefix("HTTP/1.1 401 "))
    #expect(
      try ask(server, request(server, "GET /api/status?key=\(server.key.text)", key: "")).hasPrefix("HTTP/1.1 401 "))
  }

  @Test func `a response to a HEAD request has no body`() throws {
    let server = try start()
    let answer = try ask(server, request(server, "HEAD /api/status"))
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `a request that arrives byte by byte is answered`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    for byte in request(server).utf8 { client.send([byte]) }
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func `51 requests in a row are answered one by one`() throws {
    let server = try start()
    let many = String(repeating: request(server, "GET /api/status", ""), count: 50) + request(server)
    let answers = try ask(server, many).components(separatedBy: "HTTP/1.1 200 OK\r\n").count - 1
    #expect(answers == 51)
  }

  @Test func `a request hidden in the body of a refused request is not read`() throws {
    let server = try start()
    let hidden = request(server, "GET /api/status")
    let outer = request(server, "POST /api/pause", key: "", "Content-Length: \(hidden.utf8.count)\r\n")
    let answers = try ask(server, outer + hidden).components(separatedBy: "HTTP/1.1 ").count - 1
    #expect(answers == 1)
  }

  @Test func `headers of 10 MB are refused, and the client can read why`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n")
    let header = "X: " + String(repeating: "a", count: 100_000) + "\r\n"
    for _ in 0..<100 where client.send(header) {}
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 431 "))
    #expect(try isServing(server))
  }

  @Test func `a client that disconnects silently is dropped`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    client.endSending()
    #expect(client.receiveAll() == "")
    #expect(try isServing(server))
  }

  @Test func `200 slow clients do not block other clients`() throws {
    let server = try start()
    let slow = try (0..<200).map { _ in try TestClient(port: server.port) }
    for client in slow { client.send("GET / HTTP/1.1\r\nX: ") }
    for _ in 0..<20 { #expect(try isServing(server)) }
    // The oldest connection was closed to make room.
    #expect(slow[0].receiveAll() == "")
  }

  @Test func `an authorized client keeps its connection among 200 others`() throws {
    let server = try start()
    let own = try TestClient(port: server.port)
    own.send(request(server, "GET /api/status", ""))
    #expect(own.receive { $0.hasSuffix("xx") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let others = try (0..<200).map { _ in try TestClient(port: server.port) }
    #expect(try isServing(server))
    own.send(request(server))
    #expect(own.receiveAll().hasPrefix("HTTP/1.1 200 OK\r\n"))
    withExtendedLifetime(others) {}
  }

  @Test func `a connection with an incomplete request is closed after a timeout`() throws {
    var limits = ServerLimits()
    limits.requestTime = .milliseconds(30)
    let server = try start(limits)
    let client = try TestClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nX: ")
    #expect(client.receiveAll() == "")
  }

  @Test func `an idle connection is closed after a timeout`() throws {
    var limits = ServerLimits()
    limits.idleTime = .milliseconds(30)
    let server = try start(limits)
    let client = try TestClient(port: server.port)
    client.send(request(server, "GET /api/status", ""))
    #expect(client.receiveAll().hasSuffix("\r\n\r\nxx"))
  }

  @Test func `a client that sends many requests and reads no response blocks no other client`() throws {
    var limits = ServerLimits()
    limits.progressTime = .zero
    let server = try start(limits)
    let silent = try TestClient(port: server.port, receiveBuffer: 4096)
    silent.send(String(repeating: request(server, "GET /api/events?size=10000000", ""), count: 3))
    for _ in 0..<20 { #expect(try isServing(server)) }
    // The data in the sockets' buffers arrives, and then the end: the server did not retain the rest.
    #expect(silent.receiveAll().utf8.count < 30_000_000)
  }

  @Test func `a stream reports each change once`() throws {
    let ticks = TickSource()
    let server = try start(ServerLimits(), ticks)
    let client = try TestClient(port: server.port)
    client.send(request(server, "GET /api/live", ""))
    #expect(client.receive { $0.hasSuffix("data: 0\n\n") }.contains("Content-Type: text/event-stream\r\n"))
    ticks.number = 7
    #expect(client.receive() == "data: 7\n\n")
    ticks.number = 8
    #expect(client.receive() == "data: 8\n\n")
  }

  @Test func `a stream is never silent for long`() throws {
    var limits = ServerLimits()
    limits.streamSilence = .milliseconds(10)
    limits.tickInterval = .milliseconds(5)
    let server = try start(limits)
    let client = try TestClient(port: server.port)
    client.send(request(server, "GET /api/live", ""))
    #expect(client.receive { $0.hasSuffix("data: 0\n\ndata: 0\n\ndata: 0\n\n") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test func `a stream needs the key`() throws {
    let server = try start()
    #expect(try ask(server, request(server, "GET /api/live", key: "no")).hasPrefix("HTTP/1.1 401 "))
  }

  @Test func `stopping closes every connection and frees the port`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    client.send(request(server, "GET /api/live", ""))
    _ = client.receive { $0.hasSuffix("data: 0\n\n") }
    server.stop()
    #expect(client.receiveAll() == "")
    #expect(throws: (any Error).self) { try TestClient(port: server.port) }
    server.stop()
    #expect(try isServing(InspectorServer(port: server.port) { ServedText() }))
  }

  @Test func `releasing the server closes every connection`() throws {
    var server: InspectorServer? = try start()
    let client = try TestClient(port: try #require(server).port)
    client.send(request(try #require(server), "GET /api/live", ""))
    _ = client.receive { $0.hasSuffix("data: 0\n\n") }
    server = nil
    #expect(client.receiveAll() == "")
  }

  @Test func `a port in use is reported`() throws {
    let server = try start()
    let failure = #expect(throws: Socket.Failure.self) { try InspectorServer(port: server.port) { ServedText() } }
    #expect(failure?.description.contains("port \(server.port)") == true)
  }

  @Test func `requests that were sent before the client ended are all answered`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    client.send(String(repeating: request(server, "GET /api/status", ""), count: 3))
    client.endSending()
    #expect(client.receiveAll().components(separatedBy: "HTTP/1.1 200 OK\r\n").count - 1 == 3)
  }

  @Test func `a request truncated by its client's end is dropped, and earlier requests are answered`() throws {
    let server = try start()
    let client = try TestClient(port: server.port)
    client.send(request(server, "GET /api/status", "") + "GET /api/sta")
    client.endSending()
    #expect(client.receiveAll().components(separatedBy: "HTTP/1.1 200 OK\r\n").count - 1 == 1)
    #expect(try isServing(server))
  }

  @Test func `a request without the key is refused before its body arrives`() throws {
    var limits = ServerLimits()
    limits.requestTime = .seconds(600)
    let server = try start(limits)
    let client = try TestClient(port: server.port)
    client.send(request(server, "POST /api/pause", key: "", "Content-Length: 1000\r\n"))
    #expect(client.receiveAll().hasPrefix("HTTP/1.1 401 "))
  }

  @Test func `a listener that the system closes is replaced at the same port`() throws {
    let (listener, port) = try Socket.listening(at: 0)
    let (stop, signal) = try Socket.pair()
    let key = AccessKey()
    let ticks = TickSource()
    let ended = DispatchSemaphore(value: 0)
    // An open stream requests a tick in each iteration of the loop.
    var limits = ServerLimits()
    limits.tickInterval = .seconds(600)
    DispatchQueue.global().async { [limits] in
      var loop = ServerLoop(
        listener: listener, stopSignal: signal, policy: RequestPolicy(port: port, key: key), limits: limits,
        content: ServedText(ticks))
      loop.run()
      ended.signal()
    }
    let head = " HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(key.text)\r\n\r\n"
    let (stream, client) = (try TestClient(port: port), try TestClient(port: port))
    stream.send("GET /api/live" + head)
    _ = stream.receive { $0.hasSuffix("data: 0\n\n") }
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
    for _ in 0..<2 {
      client.send("GET /api/status" + head)
      #expect(client.receive { $0.hasSuffix("xx") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    let asked = ticks.timesAsked
    for _ in 0..<200 {
      client.send("GET /api/status" + head)
      _ = client.receive { $0.hasSuffix("xx") }
    }
    #expect(ticks.timesAsked - asked <= 3 * 200)
    let later = try TestClient(port: port)
    later.send("GET /api/status" + head)
    #expect(later.receive { $0.hasSuffix("xx") }.hasPrefix("HTTP/1.1 200 OK\r\n"))
    stop.endSending()
    ended.wait()
    stop.close()
  }

  @Test func `1,000 corrupted requests do not disturb the server`() throws {
    let server = try start()
    var random = SystemRandomNumberGenerator()
    let base =
      Array(request(server, "POST /api/skip?event=-1&path=%41", "Content-Length: 3\r\n").utf8) + Array("abc".utf8)
    for _ in 0..<1000 {
      var changed = base
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let bytes: [UInt8] = [0, 10, 13, 32, 37, 58, 255, .random(in: 0...255, using: &random)]
        changed[Int.random(in: 0..<changed.count, using: &random)] = bytes.randomElement(using: &random) ?? 0
      }
      let client = try TestClient(port: server.port)
      client.send(changed.prefix(Int.random(in: 1...changed.count, using: &random)))
      client.endSending()
      let answer = client.receiveAll()
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "))
    }
    #expect(try isServing(server))
  }
}
