/// The contents of a file: the state and its version.
struct Saved<State> {
  var version: Int
  var state: State
}

extension Saved: Encodable where State: Encodable {}
extension Saved: Decodable where State: Decodable {}

/// The contents of a file, read in one pass: the version, and the state if it can be decoded as the requested type.
struct ReadSaved<State: Decodable>: Decodable {
  let version: Int
  let state: Result<State, any Error>

  private enum CodingKeys: CodingKey { case version, state }

  /// Throws for a state without a version, even if the state has a version of its own.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    guard container.contains(.state) else {
      throw DecodingError.keyNotFound(
        CodingKeys.state, .init(codingPath: container.codingPath, debugDescription: "there is no state"))
    }
    // An older state has another type, and is migrated.
    state = Result { try container.decode(State.self, forKey: .state) }
  }
}
