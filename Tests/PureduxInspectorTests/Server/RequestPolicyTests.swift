import Testing

@testable import PureduxInspector

struct RequestPolicyTests {
  private let policy = RequestPolicy(port: 8080, key: AccessKey())

  private func decide(
    _ method: String = "GET", _ path: String = "/api/status", host: String? = "127.0.0.1:8080", key: String? = nil,
    _ headers: [String: String] = [:]
  ) -> RequestPolicy.Decision {
    var request = HTTPRequest(method: method, path: path, headers: headers)
    request.headers["host"] = host
    request.headers["authorization"] = key ?? "Bearer \(policy.key.text)"
    return policy.decide(request)
  }

  private func status(_ decision: RequestPolicy.Decision) -> HTTPStatus? {
    if case .refused(let response) = decision { response.status } else { nil }
  }

  @Test func `the right key grants access to everything`() {
    #expect(decide() == .content)
    #expect(decide("POST", "/api/pause") == .content)
    #expect(decide("GET", "/api/live") == .stream)
    #expect(
      decide(host: "localhost:8080", ["origin": "http://localhost:8080", "sec-fetch-site": "same-origin"]) == .content)
  }

  @Test func `the page needs no key, and holds no data`() {
    #expect(decide("GET", "/", key: "") == .page)
    #expect(decide("HEAD", "/", key: "") == .page)
    #expect(decide("GET", "/", key: "", ["sec-fetch-site": "none"]) == .page)
  }

  @Test func `a wrong key is refused, wherever it differs`() {
    let right = policy.key.text
    let wrong = [
      "", "Bearer ", "Bearer \(right)0", "Bearer \(right.dropLast())", "Basic \(right)", right, "bearer \(right)",
    ]
    for key in wrong { #expect(status(decide(key: key)) == .unauthorized) }
    for index in right.indices {
      var other = right
      other.replaceSubrange(index...index, with: right[index] == "0" ? "1" : "0")
      #expect(status(decide(key: "Bearer \(other)")) == .unauthorized)
    }
  }

  @Test(arguments: [
    nil, "", "evil.example:8080", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:80800", "localhost:8080.evil.example",
  ])
  func `a foreign host is refused, even for the page`(host: String?) {
    #expect(status(decide(host: host)) == .misdirectedRequest)
    #expect(status(decide("GET", "/", host: host)) == .misdirectedRequest)
  }

  @Test func `at port 80, the host header needs no port`() {
    let policy = RequestPolicy(port: 80, key: AccessKey())
    for host in ["127.0.0.1", "localhost", "127.0.0.1:80"] {
      var request = HTTPRequest(method: "GET", path: "/", headers: ["host": host, "origin": "http://\(host)"])
      #expect(policy.decide(request) == .page)
      request.headers["host"] = host + ".evil.example"
      #expect(status(policy.decide(request)) == .misdirectedRequest)
    }
  }

  @Test(arguments: [
    "null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:1", "http://localhost:8080",
  ])
  func `a foreign origin is refused, even with the key`(origin: String) {
    #expect(status(decide("POST", "/api/pause", ["origin": origin])) == .forbidden)
  }

  @Test(arguments: ["cross-site", "same-site"])
  func `a page of another port is foreign`(site: String) {
    #expect(status(decide("GET", "/", ["sec-fetch-site": site])) == .forbidden)
  }

  @Test func `other methods are refused, so no CORS preflight succeeds`() {
    for method in ["OPTIONS", "PUT", "DELETE", "TRACE", "CONNECT", "get"] {
      #expect(status(decide(method, "/api/pause")) == .methodNotAllowed)
    }
    #expect(status(decide("POST", "/")) == .methodNotAllowed)
  }

  @Test(arguments: [
    "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/index.html", "/api", "//api/status", "/API/status",
  ])
  func `a path outside the interface is not found`(path: String) {
    #expect(status(decide("GET", path)) == .notFound)
  }

  @Test func `keys are random`() {
    let keys = Set((0..<100).map { _ in AccessKey().text })
    #expect(keys.count == 100)
    #expect(keys.allSatisfy { $0.count == 32 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
  }

  @Test func `a custom key must be long and plain`() {
    #expect(AccessKey("my-own-key_for-2-weeks")?.text == "my-own-key_for-2-weeks")
    for text in [
      "", "short", "fifteen-letters", "a key with spaces in it", "a-key-with-ümläuts-in-it", "a-key/with&an#end",
    ] {
      #expect(AccessKey(text) == nil)
    }
  }
}
