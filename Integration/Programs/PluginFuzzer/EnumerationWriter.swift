/// Writes random valid enumerations: their attributes and modifiers, cases, payloads, and other members.
struct EnumerationWriter {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// A file with this many enumerations. `@Cases` is on a separate line, so that the file can also be compiled without
  /// it.
  mutating func file(count: Int) -> String {
    let enumerations = (0..<count).map { nested(enumeration(number: $0), number: $0) }
    return (Self.beside + enumerations).joined(separator: "\n\n") + "\n"
  }

  private static let beside = [
    "import PureduxCases", "@globalActor actor Elsewhere { static let shared = Elsewhere() }",
    "public struct Payload: Sendable { public var text = \"\" }", "public struct Pair<A, B> { var a: A, b: B }",
    "public protocol Shape {}",
  ]

  private static let attributes = [
    "", "", "", "@MainActor", "@Elsewhere", "@usableFromInline", "@frozen public", "public", "package", "fileprivate",
    "@available(*, deprecated)", "@available(swift, introduced: 5)", "indirect", "@_spi(Tools) public", "nonisolated",
  ]

  private static let types = [
    "Int", "Int?", "Int!", "[Payload]", "[String: Payload?]", "Pair<Int, [Payload]>", "Pair<(Int) -> Void, Int?>", "()",
    "Void", "(x: Int, y: String)", "() -> Void", "@Sendable (Int) async throws -> String", "@MainActor () -> Void",
    "@autoclosure () -> Int", "@autoclosure () throws -> Payload", "@autoclosure @Sendable () -> [Int]", "any Error",
    "(any Shape)?", "any Error & Sendable", "Int.Type", "any Shape.Type", "Result<Payload, any Error>",
    "@convention(c) (Int32) -> Int32", "() throws(CancellationError) -> Void", "Inner", "[Inner]",
    "Swift /* a comment (, */ . Int", "(Int)",
  ]

  private static let names = [
    "a", "b", "login", "loaded", "`default`", "`switch`", "`self`", "`init`", "`Self`", "none", "some", "extract",
    "embed",
    "hashValue", "rawValue", "newValue", "Payload", "Int", "description", "`two words`", "é", "`is`", "modify", "value",
  ]

  private static let labels = ["", "", "x: ", "_: ", "_ x: ", "for: ", "`let`: ", "newValue: ", "é: ", "self: "]

  private static let members = [
    "", "", "func other() -> Int { if case .`self_` = 1 { 2 } else { 3 } }", "static func cases(x: Int) {}",
    "struct Swift {}", "struct Sendable {}", "var other: String { \"case never(Int)\" }", "typealias Other = Int",
    "static let one = 1, two = [2: \"}\"]", "subscript(case: Int) -> Int { `case` }", "init?(text: String) { nil }",
    "// case not(Int)", "/* case nor(this) */",
  ]

  private mutating func enumeration(number: Int) -> String {
    let attribute = Self.attributes.randomElement(using: &random) ?? ""
    var (names, cases): ([String], [String]) = (Self.names, [])
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let name = names.remove(at: .random(in: names.indices, using: &random))
      cases.append("  \(version())case \(name)\(payload())")
    }
    let member = Self.members.randomElement(using: &random) ?? ""
    cases.insert(
      "  " + member.replacing("if case .`self_` = 1", with: "if true"), at: .random(in: 0...cases.count, using: &random)
    )
    // A type of that name hides the library's.
    if member.contains("struct") {
      cases = cases.map {
        $0.replacing("Swift /* a comment (, */ . Int", with: "Int").replacing(" & Sendable", with: "")
      }
    }
    return """
      @Cases
      \(attribute) enum E\(number) {
        \(attribute.contains("public") ? "public" : attribute.contains("usable") ? "@usableFromInline" : attribute == "package" ? "package" : "") struct Inner {}
      \(cases.joined(separator: "\n"))
      }
      """
  }

  private mutating func version() -> String {
    Int.random(in: 0..<6, using: &random) > 0
      ? ""
      : [
        "@available(*, unavailable) ", "@available(*, deprecated, message: \"old, and obsoleted: 5\") ",
        "@available(swift, obsoleted: 5) ", "@available(swift 5.9) ", "@available(swift, introduced: 5, obsoleted: 9) ",
      ].randomElement(using: &random) ?? ""
  }

  private mutating func payload() -> String {
    var labels: Set<String> = []
    let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      var label = Self.labels.randomElement(using: &random) ?? ""
      // No two values have the same label, and `_ x:` is treated as `x:` in this case.
      if !labels.insert(String(label.drop { "_ ".contains($0) })).inserted { label = "" }
      return label + (Self.types.randomElement(using: &random) ?? "")
    }
    return values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")"
  }

  private mutating func nested(_ enumeration: String, number: Int) -> String {
    if enumeration.contains("fileprivate") || enumeration.contains("@_spi") { return enumeration }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "public enum Outer\(number) {\n\(enumeration)\n}"
    case 1 where !enumeration.contains("static let"):
      return "struct Generic\(number)<Value> {\n\(enumeration)\n}".replacing("[Inner]", with: "[Value]")
    default: return enumeration
    }
  }
}
