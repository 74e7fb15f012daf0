/// Encodes the steps, the limits, and the open group.
///
/// A step that cannot be encoded or decoded is omitted, together with all steps that would be undone or redone after
/// it. A step cannot be encoded if one of its parts is not `Codable`. A step cannot be decoded if this version of the
/// program does not declare one of the step's parts, or encodes that part differently. The remaining steps can still be
/// undone and redone.
extension History: Codable {
  private enum CodingKeys: String, CodingKey {
    case steps, bytes, undo, redo, open, next
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(limits.steps, forKey: .steps)
    try container.encode(limits.bytes, forKey: .bytes)
    try container.encode(Self.latest(undoing) { $0.isCodable ? $0 : nil }.map(CodedStep.init), forKey: .undo)
    try container.encode(Self.latest(redoing) { $0.isCodable ? $0 : nil }.map(CodedStep.init), forKey: .redo)
    try container.encodeIfPresent(open, forKey: .open)
    try container.encode(nextNumber, forKey: .next)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      limits: Limits(
        steps: try container.decodeIfPresent(Int.self, forKey: .steps) ?? Limits().steps,
        bytes: try container.decodeIfPresent(Int.self, forKey: .bytes) ?? Limits().bytes))
    undoing = try Self.restored(container, .undo)
    redoing = try Self.restored(container, .redo)
    open = try? container.decodeIfPresent(OpenGroup.self, forKey: .open)
    let last = (undoing.all + redoing.all).map(\.number).max() ?? -1
    nextNumber = max(try container.decodeIfPresent(Int.self, forKey: .next) ?? 0, last &+ 1)
    trim(keepingUndone: undoing.isEmpty)
  }

  private static func restored(
    _ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> StepStack<Document> {
    let steps = try container.decodeIfPresent([CodedStep<Document>].self, forKey: key) ?? []
    var stack = StepStack<Document>()
    for step in steps.reversed().prefix(while: { $0.step != nil }).reversed() { step.step.map { stack.append($0) } }
    return stack
  }

  /// Returns the steps after the last step for which `wanted` returns nil, oldest first.
  private static func latest(
    _ steps: StepStack<Document>, _ wanted: (UndoStep<Document>) -> UndoStep<Document>?
  ) -> [UndoStep<Document>] {
    steps.all.reversed().prefix { wanted($0) != nil }.reversed()
  }
}

/// The encoded form of a step. `step` is nil if decoding failed.
private struct CodedStep<Document: Undoable>: Codable {
  enum CodingKeys: CodingKey { case number, name, changes }

  let step: UndoStep<Document>?

  init(_ step: UndoStep<Document>) { self.step = step }

  func encode(to encoder: any Encoder) throws {
    guard let step else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(step.number, forKey: .number)
    try container.encodeIfPresent(step.name, forKey: .name)
    try container.encode(step.changes.map(CodedChange.init), forKey: .changes)
  }

  init(from decoder: any Decoder) throws {
    step = try? Self.step(from: decoder)
  }

  private static func step(from decoder: any Decoder) throws -> UndoStep<Document>? {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    return UndoStep(
      number: try container.decode(Int.self, forKey: .number),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      try container.decode([CodedChange<Document>].self, forKey: .changes).map(\.change))
  }
}

/// The encoded form of a part's change.
private struct CodedChange<Document: Undoable>: Codable {
  enum CodingKeys: CodingKey { case part, change }

  let change: any PartChange<Document>

  init(_ change: any PartChange<Document>) { self.change = change }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(change.part, forKey: .part)
    try change.encode(to: container.superEncoder(forKey: .change))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .part)
    guard let decode = Document.undone.first(where: { $0.name == name })?.decode else {
      throw DecodingError.dataCorruptedError(
        forKey: .part, in: container, debugDescription: "The document has no part \"\(name)\" that can be restored.")
    }
    change = try decode(container.superDecoder(forKey: .change))
  }
}
