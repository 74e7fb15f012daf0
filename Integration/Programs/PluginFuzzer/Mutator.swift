import Foundation

/// Creates malformed messages, the same ones for the same seed.
struct Mutator {
  private var random: SplitMix
  private let seeds: [[UInt8]]

  init(seed: UInt64, seeds: [[UInt8]]) {
    random = SplitMix(state: seed)
    self.seeds = seeds
  }

  /// Returns the bytes of a message, preceded by its length, or of a broken stream.
  mutating func next() -> Data {
    var json = request()
    if chance(of: 20) { json = changed(json) }
    var length = UInt64(json.count)
    if chance(of: 200) { length = chance(of: 2) ? .random(in: 0 ... .max, using: &random) : length &+ 7 }
    let message = withUnsafeBytes(of: length.littleEndian) { Data($0) } + json
    return chance(of: 300) ? message.prefix(Int.random(in: 0..<message.count, using: &random)) : message
  }

  private mutating func request() -> [UInt8] {
    let macro = Self.macros.randomElement(using: &random) ?? Self.macros[0]
    let source = changed((macro.seeds.isEmpty ? seeds : macro.seeds).randomElement(using: &random) ?? [])
    let offset = chance(of: 20) ? Int.random(in: .min ... .max, using: &random) : 100
    let context: [Any] = [["kind": "declaration", "source": chance(of: 9) ? text(changed(source)) : "extension X {}"]]
    let place: [String: Any] = ["fileName": "F.swift", "offset": offset]
    let attribute = text(changed(Array("@Editable(Equatable.self, Swift.Codable.self) ".utf8)))
    let request: [String: Any] = [
      "macro": ["typeName": chance(of: 30) ? "Other" : macro.type, "name": "Entry "],
      "macroRole": macro.roles.randomElement(using: &random) ?? "",
      "attributeSyntax": ["kind": "attribute", "source": attribute, "location": place],
      "declSyntax": chance(of: 50) ? 1 : ["kind": "declaration", "source": text(source), "location": place] as Any,
      "lexicalContext": chance(of: 20) ? [1, NSNull()] as Any : context,
    ]
    return (try? JSONSerialization.data(withJSONObject: ["expandAttachedMacro": request])).map { Array($0) } ?? []
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...20, using: &random))
    let piece = Array(bytes[start..<end])
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
    case 2: bytes.insert(contentsOf: (Self.tokens.randomElement(using: &random) ?? "").utf8, at: start)
    case 3: bytes.insert(.random(in: 0...255, using: &random), at: start)
    case 4: bytes.replaceSubrange(start..., with: (seeds.randomElement(using: &random) ?? []).suffix(end - start + 9))
    default:
      // Sometimes a sequence that is long enough to reveal superlinear work.
      let count = chance(of: 200) ? 10_000 : 40
      let token = chance(of: 2) ? piece : Array((Self.tokens.randomElement(using: &random) ?? "").utf8)
      bytes.insert(contentsOf: repeatElement(token, count: count).joined(), at: start)
    }
  }

  private mutating func chance(of one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  /// The macros of the plug-in, their roles, and the declarations to change; without these, the declarations of entries.
  private static let macros: [(type: String, roles: [String], seeds: [[UInt8]])] = [
    ("StoreEntryMacro", ["accessor", "peer", "member"], []), ("CasesMacro", ["member", "extension"], enumerations),
    ("EditableMacro", ["member", "member", "peer"], structures),
  ]

  private static let enumerations = [
    #"@Cases public enum E<A>: B where A: C { case a(b: [C] = [:], D), `e` = "f", g = -1; indirect case h(() -> I) }"#,
    "@Cases enum E {\n  #if F\n  case a\n  #endif\n  @available(macOS 14, *) case b(_: Int)\n  var c: D { \"}\" }\n}",
    "@Cases private enum E { static let a = if case .b = c { 1 } else { 2 }; case d(Self) }",
  ].map { Array($0.utf8) }

  private static let structures = [
    #"@Editable public struct S<A>: B where A: C { public var a, b: [A: D]?, c = "}"; private(set) var d = -1.5 { didSet {} } }"#,
    "@Editable struct S {\n  #if A\n  @B var c: (D) async throws -> E = { f }\n  #endif\n  var g: Int { 1 }\n  lazy var h = i\n}",
    "@Editable struct S { var a: B = if case .c(let d) = e { d } else { f() { 1 } g: { 2 } as? H ?? 1... }; var i = /j/ }",
  ].map { Array($0.utf8) }

  private static let tokens = [
    "\"", "\"\"\"", "\\(", "#\"", "#", "/", "/*", "*/", "//", "\n", "(", ")", "[", "]", "{", "}", "<", ">", ",", "=",
    ":",
    "`", "@", "\\", "\0", "é", "->", "let", "static", "var", "some", "willSet", "init", "if ", "@a(", "case ",
    "case a(", "#if ", "\"\\(", "a<", "var a: ", "var a = ", " as ", " - ", "private(set) ", "&", ".",
  ]
}
