/// The statuses that the server answers with.
enum HTTPStatus: Int, Sendable {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case conflict = 409
  case contentTooLarge = 413
  case misdirectedRequest = 421
  case headersTooLarge = 431
  case notImplemented = 501
  case serviceUnavailable = 503
  case versionNotSupported = 505

  var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .conflict: "Conflict"
    case .contentTooLarge: "Content Too Large"
    case .misdirectedRequest: "Misdirected Request"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .serviceUnavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}
