/// Reads the parameters of a request, and refuses what makes no sense.
struct RequestParameters {
  let query: [String: String]
  let body: [UInt8]

  init(_ request: HTTPRequest) { (query, body) = (request.query, request.body) }

  /// Nil where it is left out.
  func number(_ name: String) throws(RequestRefusal) -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text) else { throw RequestRefusal(.badRequest, "\(name) has to be a number") }
    return number
  }

  func requiredNumber(_ name: String) throws(RequestRefusal) -> Int {
    guard let number = try number(name) else { throw RequestRefusal(.badRequest, "\(name) is missing") }
    return number
  }

  func requiredStore() throws(RequestRefusal) -> UInt64 {
    guard let id = UInt64(exactly: try requiredNumber("store")) else {
      throw RequestRefusal(.badRequest, "store has to be the number of a store")
    }
    return id
  }

  /// The names of branches between slashes. A slash in a name is written as `~1`, a tilde as `~0`.
  func path() throws(RequestRefusal) -> [String] {
    let path = (query["path"] ?? "").split(separator: "/").map { name in
      name.split(separator: "~1", omittingEmptySubsequences: false).map { part in
        part.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
      }
      .joined(separator: "/")
    }
    guard path.count <= 64 else { throw RequestRefusal(.badRequest, "the path is too deep") }
    return path
  }
}
