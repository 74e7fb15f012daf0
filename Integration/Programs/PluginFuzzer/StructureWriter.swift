/// Writes random valid structures, with properties in every form, and other members.
struct StructureWriter {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// A file with this many structures, and for each a function whose `switch` names every expected edit. `@Editable` is
  /// on a separate line, and each function on one line, so that the file can also be compiled without both.
  mutating func file(count: Int) -> String {
    (Self.beside + (0..<count).map { structure(number: $0) }).joined(separator: "\n\n") + "\n"
  }

  private static let beside = [
    "import PureduxCases",
    "nonisolated public struct Part: Hashable, Codable, Sendable { public init() {}; init(_ one: () -> Int) {} }",
    "nonisolated extension Part { init(_ one: () -> Int, two: () -> Int) {}; static let none = Part(); func with(_ x: Int) -> Part { self } }",
    "nonisolated public struct Pair<A: Hashable & Codable & Sendable>: Hashable, Codable, Sendable { var a: A, b: A }",
    "@propertyWrapper nonisolated public struct Kept<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {\n"
      + "  public var wrappedValue: Value\n  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }\n}",
    "nonisolated func one(_ x: Int = 1) -> Int { x }", "nonisolated let weak = 1, package = 2",
  ]

  /// Types with initial values.
  private static let values: [(type: String, values: [String])] = [
    (
      "Int",
      [
        "one()", "one(\n1) // private", "1 + 2", "-one()\n  - 1", "weak", "package", "if one() == 1 { 2 } else { 3 }",
        "if let x = Int(\"1\"), x > 0 { x } else if case .some(let y) = Optional(1) { y } else { 3 }",
        "switch one() { case 1: 2; default: 3 }", "one() == 1 ? 2 : 3", "(1 as Any) as? Int ?? 2",
        "[1].map { $0 }.count",
        "{ let var1 = 1; return var1 }()", "\"}\".count /* var */", "#\"\\\"}\"#.count", "Pair<Int>(a: 1, b: 2).a",
        "Int.max",
      ]
    ),
    ("Part", [".init()", ".none", "Part { 1 }", "Part { 1 } two: { 2 }", "Part.none.with(1)\n  .with(2)"]),
    ("Int?", ["nil", "one()", "(1 as Any) as? Int"]), ("Int!", ["1"]), ("Pair<[Part]>", [".init(a: [], b: [])"]),
    ("Swift /* a */ . Int // b\n  ", ["1"]), ("[String: [Int]]", ["[:]"]), ("Range<Int>", ["1..<2", "0 ..< one(2)"]),
    ("Bool", ["!true", "one() == 1 && !false"]), ("", ["-1", "0x1F"]), ("", ["\"a\\(\"}\")\"", "#\"\"\"#"]),
    ("", ["1.5", "-1e5"]), ("", ["true"]),
  ]

  private static let others = [
    "func m() -> Int { var a = 1; a += 1; return a }", "static let s = one(), t = if true { 1 } else { 2 }",
    "var c: Int { one() }", "var d: Int { get { 1 } set {} }", "subscript(x: Int) -> Int { x }",
    "struct N { var a = one() }",
    "enum M { case a, b(Int); var x: Int { 1 } }", "typealias Y = Int", "/// var z = one()",
    "/* var z = 1 /* nested */ */",
    "@EditableIgnored var i = one()", "let l: Int = 1, k = one()", "private(set) var v = one()", "lazy var w = one()",
    "#if false\n  let z = one()\n  #endif", "init?(a: Int) { nil }", "@available(*, deprecated) func o() {}",
  ]

  private mutating func structure(number: Int) -> String {
    let access = ["", "public", "package", "fileprivate"].randomElement(using: &random) ?? ""
    let isOpen = access == "public" || access == "package"
    var (members, names): ([String], [String]) = ([], [])
    for place in 0..<Int.random(in: 1...6, using: &random) {
      let name = "\(["a", "é", "newValue", "edit", "weak", "get", "some"].randomElement(using: &random) ?? "")\(place)"
      let (type, values) = Self.values.randomElement(using: &random) ?? ("Int", ["1"])
      let value = values.randomElement(using: &random) ?? ""
      let start = ["", "", "/// A comment.\n  "].randomElement(using: &random) ?? ""
      let wrapper =
        type.contains("!") || !start.isEmpty || value.hasPrefix("if") || value.hasPrefix("switch") ? "" : wrapper()
      let declared = type.isEmpty ? "" : ": " + type
      let property = "\(start)\(wrapper)\(isOpen ? "public " : "")var `\(name)`\(declared) = \(value)"
      members.append(chance(of: 8) ? "#if true\n  \(property)\n  #endif" : property)
      names.append(name)
    }
    let count = Int.random(in: 0...3, using: &random)
    for other in Self.others.shuffled(using: &random).prefix(count) {
      members.insert(other, at: .random(in: 0...members.count, using: &random))
    }
    // A nonisolated structure has no property whose storage the compiler declares.
    let mayBeNonisolated = !members.contains { $0.contains("@Kept") || $0.contains("lazy") }
    let isolation = mayBeNonisolated && chance(of: 2) ? "nonisolated " : ""
    return """
      @Editable
      \(isolation)\(access) struct S\(number): Sendable {
        \(members.joined(separator: "\n  "))
      }
      fileprivate nonisolated func edits\(number)(_ edit: S\(number).Edit) { switch edit { case \(names.map { ".\($0)" }.joined(separator: ", ")): break } }
      """
  }

  private mutating func wrapper() -> String { chance(of: 4) ? "@Kept " : "" }

  private mutating func chance(of one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
}
