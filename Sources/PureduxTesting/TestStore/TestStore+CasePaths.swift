/// Receives actions by their case, for example through the properties that `@Cases` declares.
extension TestStore {
  /// Expects an action of one case, whatever its payload is, and checks the resulting state change.
  ///
  /// Use this method for an action whose payload a test cannot predict, or need not know. A path of several cases leads to
  /// the action of a part: `\.screen?.watch?.tick`. Every key path from the action to an optional value is a case path;
  /// `@Cases` declares one for each case.
  ///
  /// ```swift
  /// enum SearchAction: Sendable {
  ///   case found(Int)
  ///   var found: Int? { if case .found(let count) = self { count } else { nil } }
  /// }
  /// let store = TestStore {
  ///   let store = StateStore<Int, SearchAction>(0) { count, action in count = action.found ?? 0 }
  ///   store.dispatch(.found(5))
  ///   return store
  /// }
  /// store.receive(\.found) { $0 = 5 }
  /// store.finish()
  /// ```
  ///
  /// A failure message shows the names of the cases only where the system knows them, as Apple's systems do; elsewhere, it
  /// shows the types of the payloads.
  ///
  /// `casePath` is the key path of the payload, which is nil for an action of another case. `change` has the same meaning
  /// as in `send`.
  public func receive<Payload>(
    _ casePath: KeyPath<Action, Payload?>, _ exhaustivity: Exhaustivity? = nil,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      Self.text(of: casePath), where: { $0[keyPath: casePath] != nil }, exhaustivity, change, nil,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects an action of one case with a payload, and checks the resulting state change.
  ///
  /// Payloads are compared part by part, so they need not be `Equatable`.
  ///
  /// ```swift
  /// enum SearchAction: Sendable {
  ///   case found(Int)
  ///   var found: Int? { if case .found(let count) = self { count } else { nil } }
  /// }
  /// let store = TestStore {
  ///   let store = StateStore<Int, SearchAction>(0) { count, action in count = action.found ?? 0 }
  ///   store.dispatch(.found(5))
  ///   return store
  /// }
  /// store.receive(\.found, with: 5) { $0 = 5 }
  /// store.finish()
  /// ```
  ///
  /// `casePath` is the key path of the payload, which is nil for an action of another case. `change` has the same meaning
  /// as in `send`.
  public func receive<Payload>(
    _ casePath: KeyPath<Action, Payload?>, with payload: Payload, _ exhaustivity: Exhaustivity? = nil,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      "\(Self.text(of: casePath)) with \(Rendering.text(payload))",
      where: { $0[keyPath: casePath].map { Difference(from: payload, to: $0) == nil } ?? false }, exhaustivity, change,
      nil, SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects an action of one case, and checks the state change against a description.
  ///
  /// `difference` has the same format as in ``send(_:_:changing:fileID:filePath:line:column:)``.
  public func receive<Payload>(
    _ casePath: KeyPath<Action, Payload?>, _ exhaustivity: Exhaustivity? = nil, changing difference: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    receive(
      Self.text(of: casePath), where: { $0[keyPath: casePath] != nil }, exhaustivity, nil, difference,
      SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Describes a case path, for example `\Action.screen?.watch`, or `\Action.(Screen)?.(Watch)` where the system does not
  /// know the names of properties.
  private static func text(of casePath: AnyKeyPath) -> String {
    var (text, rest) = ("", "\(casePath)"[...])
    while let start = rest.firstRange(of: "<computed 0x") {
      text += rest[..<start.lowerBound]
      rest = rest[start.upperBound...].drop { $0 != "(" }.dropFirst()
      // The type of the property follows in parentheses, and may contain parentheses itself.
      var depth = 1
      let type = rest.prefix { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth > 0
      }
      let isOptional = type.hasPrefix("Optional<") && type.hasSuffix(">")
      text += "(\(isOptional ? type.dropFirst("Optional<".count).dropLast() : type))"
      rest = rest[type.endIndex...].dropFirst(2)
    }
    return text + rest
  }
}
