/// The content of a server. It is made and asked on the server's own thread.
protocol ServedContent: AnyObject {
  /// The page. It holds no data, so it needs no key.
  func page() -> HTTPResponse
  /// The answer to a request that has shown the key.
  func response(to request: HTTPRequest) -> HTTPResponse
  /// A line of JSON for open streams, which get it when it has changed. It holds numbers alone: clients ask for events
  /// when they have time, so a slow client makes nothing wait.
  func tick() -> String
}
