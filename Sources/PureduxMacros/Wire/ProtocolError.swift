/// The reason why no further message can be exchanged with the compiler.
struct ProtocolError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
