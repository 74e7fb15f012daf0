/// How many bytes one client may send, how many connections may be open, and how long each step may take.
struct ServerLimits: Sendable {
  /// The request line and all headers.
  var headBytes = 16 << 10
  var bodyBytes = 64 << 10
  var connections = 64
  /// From the first byte of a request to its last.
  var requestTime: Duration = .seconds(5)
  /// Between two moments at which a client takes a part of a response.
  var progressTime: Duration = .seconds(10)
  /// Between two requests.
  var idleTime: Duration = .seconds(60)
  /// How long a refused request is read to its end, so that the client sees the answer and not a reset.
  var drainTime: Duration = .seconds(1)
  /// How often an open stream looks for news.
  var tickInterval: Duration = .milliseconds(50)
  /// The longest silence of an open stream.
  var streamSilence: Duration = .seconds(10)
}
