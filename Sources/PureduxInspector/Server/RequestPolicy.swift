/// Decides which requests are answered.
///
/// A page of another site can make a browser send requests to this address. Such requests name a foreign host, origin or
/// site, and none of them can carry the key: it is sent as a header, which a foreign page cannot set.
struct RequestPolicy: Sendable {
  enum Decision: Equatable {
    case page
    case stream
    case content
    case refused(HTTPResponse)
  }

  let port: UInt16
  let key: AccessKey

  func decide(_ request: HTTPRequest) -> Decision {
    var hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Clients leave out the port that HTTP has by itself.
    if port == 80 { hosts += ["127.0.0.1", "localhost"] }
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .refused(.refusal(.misdirectedRequest, "this server has another name"))
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return .refused(.refusal(.forbidden, "the request comes from another origin"))
    }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return .refused(.refusal(.forbidden, "the request comes from another site"))
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .refused(.refusal(.methodNotAllowed, "use GET or POST"))
    }
    if request.path == "/" {
      return request.method == "POST" ? .refused(.refusal(.methodNotAllowed, "use GET")) : .page
    }
    guard request.path.hasPrefix("/api/") else { return .refused(.refusal(.notFound, "there is no such path")) }
    let scheme = "Bearer "
    guard let authorization = request.headers["authorization"], authorization.hasPrefix(scheme),
      key.matches(authorization.dropFirst(scheme.count))
    else { return .refused(.refusal(.unauthorized, "send the key: Authorization: Bearer KEY")) }
    return request.path == "/api/live" && request.method == "GET" ? .stream : .content
  }

  /// The refusal of a request; nil where it is answered.
  func refusal(of request: HTTPRequest) -> HTTPResponse? {
    if case .refused(let response) = decide(request) { response } else { nil }
  }
}
