internal import PureduxDifference

/// A value of any type as a tree whose branches are read lazily.
struct ValueTree {
  /// The kind of a value, which determines how the page presents the value.
  enum Kind: String {
    case string, number, bool, none, enumeration, list, dictionary, structure, other
  }

  struct Branch {
    let name: String
    let value: Any
  }

  let value: Any
  let kind: Kind

  /// Creates the tree of a value, unwrapping nested optionals.
  init(_ value: Any) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      self = mirror.children.first.map { ValueTree($0.value) } ?? ValueTree(nothing: ())
    } else {
      self.value = value
      kind = Self.kind(of: value, mirror.displayStyle)
    }
  }

  /// The unwrapped value; nil if the original value was a nil optional.
  var presentValue: Any? { kind == .none ? nil : value }

  private init(nothing: ()) {
    value = nothing
    kind = .none
  }

  private static func kind(of value: Any, _ style: Mirror.DisplayStyle?) -> Kind {
    switch style {
    case .collection, .set: .list
    case .dictionary: .dictionary
    case .enum: .enumeration
    case .tuple: .structure
    case .class, .foreignReference: .other
    default:
      switch value {
      case is String, is Substring, is Character: .string
      case is Bool: .bool
      case is any BinaryInteger, is any BinaryFloatingPoint: .number
      default: style == .struct ? .structure : .other
      }
    }
  }

  /// The number of branches.
  var count: Int {
    switch kind {
    case .list, .dictionary: (value as? any Collection)?.count ?? Mirror(reflecting: value).children.count
    case .structure, .enumeration: parts.count
    default: 0
    }
  }

  /// A one-line summary: an annotated value's summary, a collection's count, or the shortened value.
  var summary: String {
    if let value = value as? any AnnotatedValue { return value.summary }
    return switch kind {
    case .none: "nil"
    case .list: count == 1 ? "1 element" : "\(count) elements"
    case .dictionary: count == 1 ? "1 entry" : "\(count) entries"
    case .structure where count > 0 && value is any CustomStringConvertible == false:
      ValueText.describe(value, limit: 80)
    default: ValueText.describe(value, limit: 300)
    }
  }

  /// The number to plot in a chart; nil if the value is not numeric.
  ///
  /// A Boolean is plotted as 0 or 1, a duration in seconds, and a collection as its count.
  var number: Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as Duration: value / .seconds(1)
    default: [.list, .dictionary].contains(kind) ? Double(count) : nil
    }
  }

  /// Returns a range of branches, in an order that is stable for an unchanged value.
  func branches(from start: Int = 0, limit: Int = .max) -> [Branch] {
    switch kind {
    case .list:
      if let collection = value as? any Collection { return Self.elements(of: collection, from: start, limit: limit) }
      return Array(named(Mirror(reflecting: value).children).dropFirst(start).prefix(limit))
    case .dictionary: return Array(entries.dropFirst(start).prefix(limit))
    case .structure, .enumeration: return Array(parts.dropFirst(start).prefix(limit))
    default: return []
    }
  }

  /// The value at a path of branch names and case names; nil if there is no value at the path.
  func value(at path: some Collection<String>) -> ValueTree? {
    guard let name = path.first else { return self }
    if let branch = branch(named: name) { return ValueTree(branch.value).value(at: path.dropFirst()) }
    // In the paths of differences, the name of a case precedes the names of its payloads.
    guard kind == .enumeration, Mirror(reflecting: value).children.first?.label == name else { return nil }
    return value(at: path.dropFirst())
  }

  private func branch(named name: String) -> Branch? {
    guard kind == .list else { return branches().first { $0.name == name } }
    guard let index = Int(name), index >= 0 else { return nil }
    return branches(from: index, limit: 1).first
  }

  private var parts: [Branch] {
    let mirror = Mirror(reflecting: value)
    if kind == .structure, value is any CustomStringConvertible, !(value is any CustomReflectable) { return [] }
    guard kind == .enumeration, let payload = mirror.children.first else {
      return named(mirror.children) + annotations
    }
    let inner = Mirror(reflecting: payload.value)
    return inner.displayStyle == .tuple
      ? named(inner.children) : [Branch(name: payload.label ?? "payload", value: payload.value)]
  }

  private var annotations: [Branch] {
    (value as? any AnnotatedValue)?.annotations.map { Branch(name: $0.name, value: $0.value) } ?? []
  }

  private var entries: [Branch] {
    Mirror(reflecting: value).children.compactMap { child in
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { return nil }
      return Branch(name: (pair[0].value as? String) ?? ValueText.describe(pair[0].value), value: pair[1].value)
    }
    .sorted { ($0.name.count, $0.name) < ($1.name.count, $1.name) }
  }

  private func named(_ children: Mirror.Children) -> [Branch] {
    children.enumerated().map { index, child in
      Branch(
        name: child.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 } ?? "\(index)", value: child.value)
    }
  }

  private static func elements(of collection: some Collection, from start: Int, limit: Int) -> [Branch] {
    guard start >= 0,
      let first = collection.index(collection.startIndex, offsetBy: start, limitedBy: collection.endIndex)
    else { return [] }
    return collection[first...].prefix(limit).enumerated().map { Branch(name: "\(start + $0)", value: $1) }
  }
}
