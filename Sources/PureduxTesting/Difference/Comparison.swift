/// Walks through two values side by side and notes their differences.
struct Comparison {
  /// The depth to which parts are compared after a type's own `==` has found two values different.
  private static let greatestDepth = 64

  private struct Objects: Hashable {
    let before, after: ObjectIdentifier
  }

  private(set) var changes: [Difference.Change] = []
  private var depth = 0
  /// The pairs of objects that have been compared. Objects may refer to each other, so each pair is compared once.
  private var known: Set<Objects> = []
  /// Whether the paths of differences are wanted; otherwise a type's own `==` decides.
  private let wantsPlaces: Bool

  init(wantsPlaces: Bool = true) { self.wantsPlaces = wantsPlaces }

  mutating func compare(_ before: Any, _ after: Any, at path: String) {
    let (one, other) = (Mirror(reflecting: before), Mirror(reflecting: after))
    if one.displayStyle == .optional || other.displayStyle == .optional {
      return compareOptionals(before, after, at: path)
    }
    let equal = areEqual(before, after)
    if equal == true { return }
    let mayLookInside = equal == nil || wantsPlaces && depth < Self.greatestDepth
    guard mayLookInside, type(of: before) == type(of: after) else { return note(before, after, at: path) }
    depth += 1
    defer { depth -= 1 }

    let count = changes.count
    switch one.displayStyle {
    case .collection: compareCollections(one.children.map(\.value), other.children.map(\.value), at: path)
    case .dictionary: compareKeyed(entries(of: one), entries(of: other), at: path)
    case .set: compareSets(one.children.map(\.value), other.children.map(\.value), at: path)
    case .enum: compareCases(before, after, one, other, at: path)
    case .struct, .tuple: compareParts(one, other, at: path)
    case .class: compareObjects(before, after, one, other, haveOwnEquality: equal != nil, at: path)
    default: compareRest(before, after, one, other, at: path)
    }
    // The `==` of the type sees more than its parts show, so only the whole values can be given.
    if equal == false, changes.count == count { note(before, after, at: path) }
  }

  func isSame(_ before: Any, _ after: Any) -> Bool {
    var comparison = Comparison(wantsPlaces: false)
    comparison.compare(before, after, at: "")
    return comparison.changes.isEmpty
  }

  mutating func note(_ before: Any?, _ after: Any?, at path: String) {
    changes.append(.init(path: path, before: before.map(Rendering.text), after: after.map(Rendering.text)))
  }

  /// Unwraps one layer at a time, because an optional may contain an optional that is nil.
  private mutating func compareOptionals(_ before: Any, _ after: Any, at path: String) {
    switch (unwrapped(before), unwrapped(after)) {
    case (nil, nil): break
    case (let old?, let new?): compare(old, new, at: path)
    default: note(before, after, at: path)
    }
  }

  private mutating func compareParts(_ before: Mirror, _ after: Mirror, at path: String) {
    for (one, other) in zip(before.children, after.children) {
      compare(one.value, other.value, at: path.appending(part: one.label))
    }
  }

  private mutating func compareCases(_ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, at path: String) {
    guard Rendering.caseName(of: before, one) == Rendering.caseName(of: after, other),
      let old = one.children.first, let new = other.children.first
    else {
      if Rendering.text(before) != Rendering.text(after) { note(before, after, at: path) }
      return
    }
    compare(old.value, new.value, at: path.appending(part: old.label))
  }

  /// Compares the parts of objects that are `Equatable`, and the identity of others.
  private mutating func compareObjects(
    _ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, haveOwnEquality: Bool, at path: String
  ) {
    let (old, new) = (before as AnyObject, after as AnyObject)
    if old === new, !haveOwnEquality { return }
    let objects = Objects(before: ObjectIdentifier(old), after: ObjectIdentifier(new))
    if haveOwnEquality, known.insert(objects).inserted { return compareParts(one, other, at: path) }
    note(before, after, at: path)
  }

  private mutating func compareRest(_ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, at path: String) {
    if !one.children.isEmpty { return compareParts(one, other, at: path) }
    if Rendering.text(before) != Rendering.text(after) { note(before, after, at: path) }
  }

  /// Nil if the type of the values is not `Equatable`.
  private func areEqual(_ before: Any, _ after: Any) -> Bool? {
    func open<Value: Equatable>(_ value: Value) -> Bool { after as? Value == value }
    return (before as? any Equatable).map { open($0) }
  }

  /// The value inside an optional; nil if there is none.
  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : .some(value)
  }
}

extension String {
  /// The path of a part: `.0` of a tuple is written `0`, as in code.
  func appending(part: String?) -> String {
    guard let part = part.map({ $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }) else { return self }
    return isEmpty ? part : "\(self).\(part)"
  }
}
