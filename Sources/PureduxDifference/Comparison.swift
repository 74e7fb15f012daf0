/// Traverses two values in parallel and records their differences.
struct Comparison {
  /// The depth up to which parts are compared after a type's own `==` has returned false.
  private static let greatestDepth = 64

  /// A pending step. An explicit stack of steps avoids deep recursion for deeply nested values.
  private enum Step {
    case compare(Any, Any, ComparedPath)
    case note(Any?, Any?, ComparedPath)
    /// Records the whole values as different, unless differences in their parts explain the inequality. `==` may
    /// compare more than reflection exposes.
    case noteUnlessExplained(by: Explanation, Any, Any, ComparedPath)
  }

  /// The numbers of differences and NaN-like values found so far. If comparing the parts of two unequal values
  /// increases either number, the parts explain the inequality.
  private struct Explanation: Equatable {
    var changes, notNumbers: Int
  }

  /// The substitute identity of an element that is not `Identifiable`: the element's index.
  private struct Place: Hashable { let index: Int }

  private struct Objects: Hashable {
    let before, after: ObjectIdentifier
  }

  private(set) var changes: [Difference.Change] = []
  /// The pending steps; the next step is last.
  private var steps: [Step] = []
  /// The pairs of objects that have been compared. Each pair is compared only once, because references may form cycles.
  private var known: Set<Objects> = []
  /// Whether the paths of differences are needed. If the paths are not needed, the comparison stops at the first
  /// difference.
  let wantsPaths: Bool

  /// Whether parts are compared even if `==` returns false, as it does for values that contain a NaN.
  private let looksInside: Bool
  /// The number of matching parts that are not equal to themselves, such as NaN.
  private var notNumbers = 0

  private var explanation: Explanation { Explanation(changes: changes.count, notNumbers: notNumbers) }

  init() { (wantsPaths, looksInside) = (true, true) }

  private init(looksInside: Bool) { (wantsPaths, self.looksInside) = (false, looksInside) }

  /// Compares two values and all of their parts.
  mutating func run(_ before: Any, _ after: Any) {
    steps = [.compare(before, after, ComparedPath())]
    while let step = steps.popLast() {
      // New steps are appended in execution order, and then reversed, because the last step of the stack runs first.
      let waiting = steps.count
      switch step {
      case .compare(let old, let new, let path): look(old, new, at: path)
      case .note(let old, let new, let path): note(old, new, at: path)
      case .noteUnlessExplained(let before, let old, let new, let path):
        if explanation == before { note(old, new, at: path) }
      }
      if !wantsPaths, !changes.isEmpty { return }
      steps[waiting...].reverse()
    }
  }

  /// - Parameter looks: The number of unequal values whose parts may still be compared, in case only a NaN makes them
  ///   unequal.
  private func isSame(_ before: Any, _ after: Any, looks: inout Int) -> Bool {
    if let equal = areEqual(before, after) {
      if equal { return true }
      looks -= 1
    }
    var comparison = Comparison(looksInside: looks > 0)
    comparison.run(before, after)
    return comparison.changes.isEmpty
  }

  /// Schedules a comparison of two parts. Scheduled steps run in call order.
  mutating func compare(_ before: Any, _ after: Any, at path: ComparedPath) {
    steps.append(.compare(before, after, path))
  }

  /// Schedules a difference to be recorded. Scheduled steps run in call order.
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
    // The parts of a duration mean nothing to a reader, unless its text is rounded.
    let isWhole = before is Duration && Rendering.text(before) != Rendering.text(after)
    let mayLookInside = !isWhole && (equal == nil || looksInside && path.depth < Self.greatestDepth)
    // Wrappers of the same type may reflect contents of different types, so the subject types are compared too.
    guard mayLookInside, type(of: before) == type(of: after), one.subjectType == other.subjectType else {
      return note(before, after, at: path)
    }

    let explanation = explanation
    switch one.displayStyle {
    case .collection: compareCollections(one.children.map(\.value), other.children.map(\.value), at: path)
    case .dictionary: compareKeyed(entries(of: one), entries(of: other), at: path)
    case .set: compareSets(one.children.map(\.value), other.children.map(\.value), at: path)
    case .enum: compareCases(before, after, one, other, at: path)
    case .struct, .tuple: compareParts(one, other, at: path)
    // The value is not an object itself; its mirror reflects an object that the value wraps.
    case .class where !(type(of: before) is AnyClass): compareParts(one, other, at: path)
    case .class: compareObjects(before, after, one, other, haveOwnEquality: before is any Equatable, at: path)
    default: compareRest(before, after, one, other, at: path)
    }
    if equal == false { steps.append(.noteUnlessExplained(by: explanation, before, after, path)) }
  }

  /// Unwraps one layer at a time, because an optional may wrap another optional that is nil.
  private mutating func compareOptionals(_ before: Any, _ after: Any, at path: ComparedPath) {
    switch (unwrapped(before), unwrapped(after)) {
    case (nil, nil): break
    case (let old?, let new?): compare(old, new, at: path)
    default: note(before, after, at: path)
    }
  }

  private mutating func compareParts(_ before: Mirror, _ after: Mirror, at path: ComparedPath) {
    let (old, new) = (before.children.makeIterator(), after.children.makeIterator())
    while true {
      let (one, other) = (old.next(), new.next())
      switch (one, other) {
      case (nil, nil): return
      case (let one?, let other?): compare(one.value, other.value, at: path.appending(part: one.label))
      case (let one, let other): add(one?.value, other?.value, at: path.appending(part: one?.label ?? other?.label))
      }
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

  /// Compares `Equatable` objects by their parts, and other objects by identity.
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
    if Rendering.text(before) != Rendering.text(after) { return note(before, after, at: path) }
    if before is any Equatable, areEqual(before, before) == nil { notNumbers += 1 }
  }

  /// Compares two values with their own `==`.
  ///
  /// Returns nil if the values are not `Equatable`, or if they are unequal and one of them, like NaN, does not even
  /// equal itself. The caller then compares their parts or their text.
  func areEqual(_ before: Any, _ after: Any) -> Bool? {
    func open<Value: Equatable>(_ value: Value) -> Bool? {
      guard let other = after as? Value else { return false }
      return value == other ? true : value == value && other == other ? false : nil
    }
    return (before as? any Equatable).flatMap { open($0) }
  }

  /// The value wrapped in an optional, or nil if the optional is nil. Any other value is returned unchanged.
  private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : .some(value)
  }
}

extension Comparison {
  /// Matches equal elements, and compares changed elements part by part.
  mutating func compareCollections(_ before: [Any], _ after: [Any], at path: ComparedPath) {
    if before.count == after.count {
      for (index, pair) in zip(before, after).enumerated() where areEqual(pair.0, pair.1) != true {
        compare(pair.0, pair.1, at: path.appending(index: index))
      }
      return
    }
    guard wantsPaths else { return add(before, after, at: path) }
    var looks = 10_000
    let start = zip(before, after).prefix { isSame($0, $1, looks: &looks) }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed())
      .prefix { isSame($0, $1, looks: &looks) }.count
    let old = Array(before[start..<(before.count - end)])
    let new = Array(after[start..<(after.count - end)])
    if old.isEmpty || new.isEmpty || old.count + new.count > Self.mostAligned {
      compareByKey(old, new, from: start, at: path)
    } else {
      compareByIdentity(old, new, from: start, at: path)
    }
  }

  /// The maximum number of elements to align. An alignment takes time and memory proportional to the square of the
  /// number of added and removed elements.
  private static var mostAligned: Int { 2_000 }

  /// A linear-time alternative to `compareByIdentity`.
  ///
  /// A moved element is compared with its earlier value. An element without an identity is compared with the element at
  /// the same index.
  private mutating func compareByKey(_ old: [Any], _ new: [Any], from start: Int, at path: ComparedPath) {
    func key(_ element: Any, _ index: Int) -> AnyHashable { identity(of: element) ?? AnyHashable(Place(index: index)) }
    var places = Dictionary(old.enumerated().map { (key($1, $0), $0) }) { first, _ in first }
    let origins = new.enumerated().map { places.removeValue(forKey: key($1, $0)) }
    let stayed = Set(origins.compactMap(\.self))
    for index in old.indices where !stayed.contains(index) {
      add(old[index], nil, at: path.appending(index: start + index))
    }
    for (index, origin) in origins.enumerated() {
      let path = path.appending(index: start + index)
      if let origin { compare(old[origin], new[index], at: path) } else { add(nil, new[index], at: path) }
    }
  }

  /// Records added and removed elements, and compares the remaining elements in pairs.
  ///
  /// Elements are matched by identity or by equality.
  private mutating func compareByIdentity(_ old: [Any], _ new: [Any], from start: Int, at path: ComparedPath) {
    var looks = 10_000
    let steps = new.difference(from: old) { one, other in
      guard let id = identity(of: one), let otherID = identity(of: other) else {
        return isSame(one, other, looks: &looks)
      }
      return id == otherID
    }
    var (gone, added) = (Set<Int>(), Set<Int>())
    for step in steps {
      switch step {
      case .remove(let offset, let element, _):
        gone.insert(offset)
        add(element, nil, at: path.appending(index: start + offset))
      case .insert(let offset, let element, _):
        added.insert(offset)
        add(nil, element, at: path.appending(index: start + offset))
      }
    }
    let stayed = zip(old.indices.filter { !gone.contains($0) }, new.indices.filter { !added.contains($0) })
    for (oldIndex, newIndex) in stayed {
      compare(old[oldIndex], new[newIndex], at: path.appending(index: start + newIndex))
    }
  }

  private func identity(of element: Any) -> AnyHashable? {
    func open<Element: Identifiable>(_ element: Element) -> AnyHashable { element.id }
    return (element as? any Identifiable).map { Self.findable(open($0)) }
  }

  mutating func compareKeyed(_ before: [AnyHashable: Any], _ after: [AnyHashable: Any], at path: ComparedPath) {
    let keys = Set(before.keys).union(after.keys).map { (key: $0, text: Rendering.text($0.base)) }
    notNumbers += keys.count { $0.key.base is UnequalToItself }
    for (key, text) in keys.sorted(by: { $0.text < $1.text }) {
      let path = path.appending(index: text)
      switch (before[key], after[key]) {
      case (let old?, let new?): compare(old, new, at: path)
      case (let old, let new): add(old, new, at: path)
      }
    }
  }

  mutating func compareSets(_ before: [Any], _ after: [Any], at path: ComparedPath) {
    let (old, new) = (members(of: before), members(of: after))
    notNumbers += old.count { $0.base is UnequalToItself }
    for element in sorted(old.subtracting(new)) { add(element, nil, at: path) }
    for element in sorted(new.subtracting(old)) { add(nil, element, at: path) }
  }

  func entries(of dictionary: Mirror) -> [AnyHashable: Any] {
    let pairs = dictionary.children.compactMap { child -> (AnyHashable, Any)? in
      let parts = Mirror(reflecting: child.value).children.map(\.value)
      guard parts.count == 2, let key = parts[0] as? AnyHashable else { return nil }
      return (Self.findable(key), parts[1])
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func members(of elements: [Any]) -> Set<AnyHashable> {
    Set(elements.compactMap { ($0 as? AnyHashable).map(Self.findable) })
  }

  /// Returns a dictionary key for a value. A value that is not equal to itself is represented by its text.
  private static func findable(_ value: AnyHashable) -> AnyHashable {
    value == value ? value : AnyHashable(UnequalToItself(description: Rendering.text(value.base)))
  }

  private struct UnequalToItself: Hashable, CustomStringConvertible { let description: String }

  private func sorted(_ elements: Set<AnyHashable>) -> [Any] {
    elements.map { (value: $0.base, text: Rendering.text($0.base)) }.sorted { $0.text < $1.text }.map(\.value)
  }
}

/// The path from the outermost value to a part, for example `user.name` or `items[2]`.
///
/// The path of a very deep part is truncated, and ends with an ellipsis.
struct ComparedPath {
  private static let greatestDepth = 256

  private(set) var text = ""
  private(set) var depth = 0

  /// Returns this path extended by the label of a part. The label `.0` of a tuple element is written as `0`, as in
  /// code.
  func appending(part: String?) -> ComparedPath {
    let name = part.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    return deeper { text in name.map { text.isEmpty ? $0 : "\(text).\($0)" } ?? text }
  }

  /// Returns this path extended by the index of an element.
  func appending(index: some CustomStringConvertible) -> ComparedPath { deeper { "\($0)[\(index)]" } }

  private func deeper(_ append: (String) -> String) -> ComparedPath {
    var path = self
    path.depth += 1
    if depth < Self.greatestDepth { path.text = append(text) }
    if depth == Self.greatestDepth { path.text += ".…" }
    return path
  }
}
