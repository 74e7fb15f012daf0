/// Walks through two values side by side and notes their differences.
struct Comparison {
  /// The depth to which parts are compared after a type's own `==` has found two values different.
  private static let greatestDepth = 64

  /// What is left to do. Steps wait in a stack of their own, so that deep values need no deep stack of calls.
  private enum Step {
    case compare(Any, Any, ComparedPath)
    case note(Any?, Any?, ComparedPath)
    /// Notes the whole values unless there are more changes than these: their `==` sees more than their parts show.
    case noteUnlessChanged(count: Int, Any, Any, ComparedPath)
  }

  private struct Objects: Hashable {
    let before, after: ObjectIdentifier
  }

  private(set) var changes: [Difference.Change] = []
  /// The next step comes last.
  private var steps: [Step] = []
  /// The pairs of objects that have been compared. Objects may refer to each other, so each pair is compared once.
  private var known: Set<Objects> = []
  /// Whether the paths of differences are wanted. Otherwise a type's own `==` decides, and the first difference is enough.
  let wantsPaths: Bool

  init(wantsPaths: Bool = true) { self.wantsPaths = wantsPaths }

  /// Compares two values and everything in them.
  mutating func run(_ before: Any, _ after: Any) {
    steps = [.compare(before, after, ComparedPath())]
    while let step = steps.popLast() {
      // Steps are added in the order in which they are to be taken.
      let waiting = steps.count
      switch step {
      case .compare(let old, let new, let path): look(old, new, at: path)
      case .note(let old, let new, let path): note(old, new, at: path)
      case .noteUnlessChanged(let count, let old, let new, let path):
        if changes.count == count { note(old, new, at: path) }
      }
      if !wantsPaths, !changes.isEmpty { return }
      steps[waiting...].reverse()
    }
  }

  func isSame(_ before: Any, _ after: Any) -> Bool {
    var comparison = Comparison(wantsPaths: false)
    comparison.run(before, after)
    return comparison.changes.isEmpty
  }

  /// Compares two parts later, in the order of these calls.
  mutating func compare(_ before: Any, _ after: Any, at path: ComparedPath) {
    steps.append(.compare(before, after, path))
  }

  /// Notes a difference later, in the order of these calls.
  mutating func add(_ before: Any?, _ after: Any?, at path: ComparedPath) { steps.append(.note(before, after, path)) }

  private mutating func note(_ before: Any?, _ after: Any?, at path: ComparedPath) {
    let texts = wantsPaths ? (before.map(Rendering.text), after.map(Rendering.text)) : (nil, nil)
    changes.append(.init(path: path.text, before: texts.0, after: texts.1))
  }

  private mutating func look(_ before: Any, _ after: Any, at path: ComparedPath) {
    let (one, other) = (Mirror(reflecting: before), Mirror(reflecting: after))
    if one.displayStyle == .optional || other.displayStyle == .optional {
      return compareOptionals(before, after, at: path)
    }
    let equal = areEqual(before, after)
    if equal == true { return }
    let mayLookInside = equal == nil || wantsPaths && path.depth < Self.greatestDepth
    guard mayLookInside, type(of: before) == type(of: after) else { return note(before, after, at: path) }

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
    if equal == false { steps.append(.noteUnlessChanged(count: count, before, after, path)) }
  }

  /// Unwraps one layer at a time, because an optional may contain an optional that is nil.
  private mutating func compareOptionals(_ before: Any, _ after: Any, at path: ComparedPath) {
    switch (unwrapped(before), unwrapped(after)) {
    case (nil, nil): break
    case (let old?, let new?): compare(old, new, at: path)
    default: note(before, after, at: path)
    }
  }

  private mutating func compareParts(_ before: Mirror, _ after: Mirror, at path: ComparedPath) {
    for (one, other) in zip(before.children, after.children) {
      compare(one.value, other.value, at: path.appending(part: one.label))
    }
  }

  private mutating func compareCases(
    _ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, at path: ComparedPath
  ) {
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
    _ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, haveOwnEquality: Bool, at path: ComparedPath
  ) {
    let (old, new) = (before as AnyObject, after as AnyObject)
    if old === new, !haveOwnEquality { return }
    let objects = Objects(before: ObjectIdentifier(old), after: ObjectIdentifier(new))
    if haveOwnEquality, known.insert(objects).inserted { return compareParts(one, other, at: path) }
    note(before, after, at: path)
  }

  private mutating func compareRest(
    _ before: Any, _ after: Any, _ one: Mirror, _ other: Mirror, at path: ComparedPath
  ) {
    if !one.children.isEmpty { return compareParts(one, other, at: path) }
    if Rendering.text(before) != Rendering.text(after) { note(before, after, at: path) }
  }

  /// Nil if the type of the values is not `Equatable`.
  func areEqual(_ before: Any, _ after: Any) -> Bool? {
    func open<Value: Equatable>(_ value: Value) -> Bool { after as? Value == value }
    return (before as? any Equatable).map { open($0) }
  }

  /// The value inside an optional; nil if there is none.
  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : .some(value)
  }
}
