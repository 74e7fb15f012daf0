/// Why the conversation with the compiler cannot go on.
struct ProtocolError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
