import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension IssueServer {
  /// A server that speaks JSON.
  init(at url: URL) {
    @Sendable func send(_ request: URLRequest) async throws -> Data {
      let (data, response) = try await URLSession.shared.data(for: request)
      guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Offline() }
      return data
    }
    @Sendable func get<Value: Decodable & Sendable>(_ path: String) async throws -> Value {
      try JSONDecoder().decode(Value.self, from: await send(URLRequest(url: url.appending(path: path))))
    }
    issues = { try await get("issues") }
    comments = { try await get("issues/\($0)/comments") }
    search = { try await get("search/\($0)") }
    save = { issue in
      var request = URLRequest(url: url.appending(path: "issues/\(issue.id)"))
      request.httpMethod = "PUT"
      request.httpBody = try JSONEncoder().encode(issue)
      _ = try await send(request)
    }
  }
}
