import PureduxCases

public struct Attendee: Hashable, Codable, Sendable {}

/// What is edited.
@Editable  // by the form
public struct SyncUp: Equatable, Codable, Sendable {
  public let id: Int
  public var title = "é, {", attendees: [Attendee] = []
  public internal(set) var meetings: [Int] = []
  #if !NEVER
    @PureduxCases.EditableIgnored public var note: String? = nil
    public var `default`: Int { didSet {} }
  #endif
}

extension SyncUp {
  @PureduxCases.Editable(Equatable.self, Swift.Sendable.self) fileprivate struct Nested<Item: Equatable & Sendable> {
    var item: Item
  }
}

@Editable class NoStructure {}
@Editable struct NoType { var one = 1 + 1 }
@Editable(Int?.self) struct NoProtocol { var one = 1 }
