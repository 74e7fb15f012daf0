internal import Foundation
internal import PureduxCollections
internal import PureduxRecording

/// The difference between two states, written as assignments to the parts that differ.
///
/// Short values are assigned as a whole. For long values, only the changed parts are written: properties of a
/// structure, elements of a list (by ID in an ordered state), and entries of a dictionary.
struct StoryAssignments {
  /// The maximum size of a step's state change, in bytes.
  static let mostBytes = 2000
  private static let shortValue = 200

  private enum Statement {
    /// Assigns a new value to a part of the state. The assignment remains valid if other changes are omitted.
    case assignment(String)
    /// Derives a part of the state from the part's previous value.
    case edit(String)

    var text: String {
      switch self {
      case .assignment(let text), .edit(let text): text
      }
    }
  }

  private var statements: [Statement] = []
  private var bytes = 0
  /// The paths of changed parts that are omitted, because they are too long or cannot be written.
  private(set) var leftOut: [String] = []
  /// Whether a statement edits an ordered state, whose module the test must import.
  private(set) var editsOrderedStates = false

  init(from before: Any, to after: Any) { add(before, after, at: "$0") }

  /// The statements to write. If parts are omitted, the array contains only assignments.
  var texts: [String] {
    statements.compactMap { statement in
      if case .edit = statement, !leftOut.isEmpty { return nil }
      return statement.text
    }
  }

  private mutating func write(_ statement: Statement, of path: String) {
    let length = statement.text.utf8.count
    guard bytes + length <= Self.mostBytes else { return leaveOut(path) }
    bytes += length
    statements.append(statement)
  }

  private mutating func leaveOut(_ path: String) { leftOut.append(String(path.dropFirst("$0.".count))) }

  private mutating func add(_ before: Any, _ after: Any, at path: String) {
    guard Self.differ(before, after) else { return }
    let isRoot = path == "$0"
    if !isRoot || !SwiftExpression.isPlain(after), let text = Self.expression(after), text.utf8.count <= Self.shortValue
    {
      return write(.assignment("\(path) = \(text)"), of: path)
    }
    if descend(before, after, at: path) { return }
    guard let text = Self.expression(after, limit: Self.mostBytes) else { return leaveOut(path) }
    write(.assignment("\(path) = \(text)"), of: path)
  }

  /// Writes the changed parts of a value. Returns false if the value cannot be written part by part.
  private mutating func descend(_ before: Any, _ after: Any, at path: String) -> Bool {
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    switch new.displayStyle {
    case .optional:
      guard let old = old.children.first?.value, let new = new.children.first?.value else { return false }
      return descend(old, new, at: path + "?")
    case .struct where !(after is any CustomReflectable) && SwiftExpression.isPlain(after), .tuple:
      let parts = zip(old.children, new.children).filter { Self.differ($0.value, $1.value) }
      guard parts.allSatisfy({ $1.label.map { !$0.hasPrefix("_") && !$0.hasPrefix("$") } ?? false }) else {
        return false
      }
      for (old, new) in parts {
        let name = new.label ?? ""
        add(old.value, new.value, at: path + (name.hasPrefix(".") ? name : "." + name))
      }
      return true
    case .dictionary: return addEntries(before, after, at: path)
    case .set: return addMembers(before, after, at: path)
    default:
      guard let old = before as? any RandomAccessCollection, let new = after as? any RandomAccessCollection else {
        return false
      }
      guard after is any FoundByID || new is any ExpressibleByArrayLiteral, !(after is Data) else { return false }
      addElements(old.map { $0 as Any }, new.map { $0 as Any }, isOrdered: after is any FoundByID, at: path)
      return true
    }
  }

  /// Replaces the list elements between the common prefix and suffix. Elements of the prefix and suffix that have equal
  /// IDs but different contents are changed in place.
  private mutating func addElements(_ old: [Any], _ new: [Any], isOrdered: Bool, at path: String) {
    if isOrdered { editsOrderedStates = true }
    func isSame(_ one: Any, _ other: Any) -> Bool {
      guard let id = Self.identity(one), let otherID = Self.identity(other) else { return !Self.differ(one, other) }
      return id == otherID
    }
    var (start, end) = (0, 0)
    let shorter = min(old.count, new.count)
    if old.count == new.count, !zip(old, new).contains(where: { Self.identity($0) != Self.identity($1) }) {
      start = shorter
    } else {
      while start < shorter, isSame(old[start], new[start]) { start += 1 }
      while end < shorter - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
    }
    let (gone, come) = (start..<old.count - end, Array(new[start..<new.count - end]))
    if !gone.isEmpty {
      let all = gone.count == 1 ? "remove(at: \(start))" : isOrdered ? "remove(at: \(gone))" : "removeSubrange(\(gone))"
      write(.edit("\(path).\(all)"), of: path)
    }
    if !come.isEmpty { insert(come, at: start, isAtEnd: end == 0, path) }
    for index in 0..<start { addElement(old[index], new[index], at: index, isOrdered, path) }
    for distance in (0..<end).reversed() {
      let index = new.count - 1 - distance
      addElement(old[old.count - 1 - distance], new[index], at: index, isOrdered, path)
    }
  }

  private mutating func insert(_ elements: [Any], at index: Int, isAtEnd: Bool, _ path: String) {
    let texts = elements.prefix(Self.mostBytes).map { Self.expression($0, limit: Self.mostBytes, isTrying: false) }
    let known = texts.compactMap { $0 }
    guard known.count == elements.count else { return leaveOut(path) }
    let list = known.count == 1 ? known[0] : "contentsOf: [\(known.joined(separator: ", "))]"
    let call = isAtEnd ? "append(\(list))" : "insert(\(list), at: \(index))"
    write(.edit((list.contains("decoded(") ? "try " : "") + "\(path).\(call)"), of: path)
  }

  private mutating func addElement(_ old: Any, _ new: Any, at index: Int, _ isOrdered: Bool, _ path: String) {
    guard Self.differ(old, new) else { return }
    if isOrdered, let id = Self.identity(new).flatMap({ SwiftExpression.text(of: $0.base) }), id.utf8.count <= 60 {
      return add(old, new, at: "\(path)[id: \(id)]" + (Self.isShort(new) ? "" : "?"))
    }
    add(old, new, at: "\(path)[\(index)]")
  }

  private mutating func addEntries(_ before: Any, _ after: Any, at path: String) -> Bool {
    guard let old = before as? [AnyHashable: Any], let new = after as? [AnyHashable: Any] else { return false }
    let keys = Set(old.keys).union(new.keys).map { ($0, SwiftExpression.text(of: $0.base)) }
    guard !keys.contains(where: { $0.1 == nil }) else { return false }
    for (key, text) in keys.sorted(by: { ($0.1 ?? "") < ($1.1 ?? "") }) {
      let place = "\(path)[\(text ?? "")]"
      switch (old[key], new[key]) {
      case (_, nil): write(.assignment("\(place) = nil"), of: place)
      case (nil, let value?):
        if let text = Self.expression(value, limit: Self.mostBytes) {
          write(.assignment("\(place) = \(text)"), of: place)
        } else {
          leaveOut(place)
        }
      case (let one?, let other?): add(one, other, at: place + (Self.isShort(other) ? "" : "?"))
      }
    }
    return true
  }

  private mutating func addMembers(_ before: Any, _ after: Any, at path: String) -> Bool {
    guard let old = before as? Set<AnyHashable>, let new = after as? Set<AnyHashable> else { return false }
    let (gone, come) = (old.subtracting(new), new.subtracting(old))
    let texts = [("remove", gone), ("insert", come)].map { ($0, $1.map { SwiftExpression.text(of: $0.base) }) }
    guard !texts.contains(where: { $1.contains(nil) }) else { return false }
    for (call, texts) in texts {
      for text in texts.compactMap({ $0 }).sorted() { write(.assignment("\(path).\(call)(\(text))"), of: path) }
    }
    return true
  }

  private static func differ(_ before: Any, _ after: Any) -> Bool { Difference(from: before, to: after) != nil }

  private static func identity(_ element: Any) -> AnyHashable? {
    func open<Element: Identifiable>(_ element: Element) -> AnyHashable { element.id }
    // Exclude class instances: by default, the `id` of an instance is its object identifier, which differs between
    // runs.
    return type(of: element) is AnyClass ? nil : (element as? any Identifiable).map { open($0) }
  }

  private static func isShort(_ value: Any) -> Bool { (expression(value)?.utf8.count ?? .max) <= shortValue }

  /// Returns an expression for a value, or a call that decodes its JSON. The result is nil if the text would exceed
  /// `limit`.
  private static func expression(_ value: Any, limit: Int = shortValue, isTrying: Bool = true) -> String? {
    // Reject large values early: an expression needs roughly one character or more for each part of its value.
    guard hasAtMost(limit, partsIn: value) else { return nil }
    if let text = SwiftExpression.text(of: value) { return text.utf8.count <= limit ? text : nil }
    guard case .json(let json) = WrittenValue(value), json.count <= limit else { return nil }
    return (isTrying ? "try " : "") + StoryWriter.decoding(String(decoding: json, as: UTF8.self))
  }

  private static func hasAtMost(_ limit: Int, partsIn value: Any) -> Bool {
    var (waiting, count) = ([value], 0)
    while let next = waiting.popLast() {
      count += 1
      guard count <= limit else { return false }
      if let text = next as? String, text.utf8.count > limit { return false }
      let children = Mirror(reflecting: next).children
      guard children.count <= limit else { return false }
      waiting += children.map(\.value)
    }
    return true
  }
}

/// A collection with an `[id:]` subscript.
private protocol FoundByID {}

extension OrderedState: FoundByID {}
