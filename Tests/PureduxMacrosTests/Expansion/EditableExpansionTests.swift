#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct EditableExpansionTests {
    private func answer(_ source: String, attribute: String = "@Editable ", context: JSON = []) throws -> Answer {
      try Answer(
        to: request(
          source, role: "member", type: "EditableMacro", name: "Editable ", surroundings: context, attribute: attribute)
      )
    }

    /// The properties of a structure with these members, as `name: type`, separated by commas.
    private func properties(_ members: String) throws -> String {
      try EditableDeclaration(scanning: "@Editable struct S: T where U == V {\n\(members)\n}").members
        .compactMap { if case .property(let property) = $0 { "\(property.name): \(property.type)" } else { nil } }
        .joined(separator: ", ")
    }

    @Test func `a property becomes a case and an assignment`() throws {
      let source = #"@Editable public struct SyncUp { public var title = "a", attendees: [Attendee] }"#
      let expansion = try answer(source)
      #expect(
        expansion.source == """
          public enum Edit: Hashable, Codable, Sendable {
          case `title`(String)
          case `attendees`([Attendee])
          }
          public mutating func apply(_ edit: Edit) {
          switch edit {
          case .`title`(let newValue): self.`title` = newValue
          case .`attendees`(let newValue): self.`attendees` = newValue
          }
          }
          """)
      #expect(expansion.messages.isEmpty)
    }

    @Test(
      arguments: [
        ("var a = \"b\"", "a: String"), ("var a = #\"\\\"#, b = \"\\(c { \"}\" })\"", "a: String, b: String"),
        ("var a = -1, b = 0xE5, c = 0b1_0, d = 1_000", "a: Int, b: Int, c: Int, d: Int"),
        ("var a = 1.5, b = -1e5, c = 0x1p3", "a: Double, b: Double, c: Double"),
        ("var a = true // b\n var `in` = false { didSet {} }", "a: Bool, in: Bool"),
        ("var a, b: Int, c: String?; var d: Int!", "a: Int, b: Int, c: String?, d: Int?"),
        ("var a: [Int: (B) -> C] = [:]\nvar b: D<E, F>? = nil", "a: [Int: (B) -> C], b: D<E, F>?"),
        (
          "var a: @Sendable (Int) async throws(E) -> B.C = f\nvar b: Int",
          "a: @Sendable (Int) async throws(E) -> B.C, b: Int"
        ),
        (
          "var a: any B & C\n var b: (d: Int, e: Int) /* = 1 */\n public var c: Int",
          "a: any B & C, b: (d: Int, e: Int), c: Int"
        ),
        ("var a /* b */ : /* c */ D . E // f\n = 1", "a: D . E"),
      ] as [(String, String)])
    func `a case has the type of its property`(_ members: String, _ found: String) throws {
      #expect(try properties(members) == found)
    }

    @Test(arguments: [
      "let a: Int", "let a = if case .b(let c) = d { c } else { f { $0 } }, e = 1", "static var a = f()",
      "class var a = f()", "lazy var a = f()", "weak var a: B?", "unowned(unsafe) var a: B", "private var a = f()",
      "private(set) var a = f()", "fileprivate ( set ) var a = f()", "var a: Int { f() }",
      "var a: Int { get { 1 } set {} }",
      "var a: B { @A get async throws { c } }", "@EditableIgnored var a = f()",
      "@PureduxCases.EditableIgnored var a: Int",
      "@available(*, deprecated) var a = f()", "struct A { var a = f() }", "func f() { var a = f() }",
      "init(a: Int = if let b = c { b } else { 1 }) { var a = 1 }",
      "typealias A = B; subscript(var: Int) -> Int { `var` }",
      "static let a = b ? c : d, e = [\"}\"], f = g as? [Int] ?? []", "#a(var: 1) { var b = 1 }",
    ])
    func `a property that edits cannot set has no case`(_ member: String) throws {
      #expect(try properties("var first = 1\n\(member)\nvar last: Int") == "first: Int, last: Int")
    }

    @Test(arguments: [
      "a: B = f() { 1 } else: { 2 }", "a: B = if case .c(let d) = e, let f { g } else if h { i } else { j }",
      "a: B = switch c { case .d: 1; default: 2 }", "a: B = c as? D<E>.F ?? g", "a: B = c is any D", "a: B = lazy",
      "a: B = -c + d\n  .e(f)\n  .default", "a: B = 1...", "a: B = ...1", "a: B = 1...c", "a: B = 0..<c.d",
      "a: B = c! || d!", "a: B = \\C.d[0]?.e", "a: B = /c[}]/", "a: B = #c { 1 }", "a: B = try await c",
      "a: B = c ? d : e",
      "a: B = \\.self", "a: B = { c }()", "a: B = #\"}\"#", "a: B { didSet { c } }", "a: B = c { willSet { d } }",
      "a: B = .init()", "a: B = C<D, E>.f<G>()", "a: B = c /* private */ // static", "a: B = c; ;",
    ])
    func `a property ends where the next member begins`(_ property: String) throws {
      for next in ["", "nonisolated(unsafe) ", "@C(d) ", "public ", "/// e\n", "func f() {}\n", "#if F\n#endif\n"] {
        #expect(try properties("var \(property)\n\(next)var last: Int") == "a: B, last: Int", "\(property) \(next)")
      }
      #expect(try properties("var \(property)\nprivate var b = f()\nvar last: Int") == "a: B, last: Int")
    }

    @Test(arguments: [
      ("public", "var a = f(); public var b: Int; public internal(set) var c: Int; package var d = f()", "b: Int"),
      ("package", "internal var a = f(); public var b: Int; package var c: Int; var d = f()", "b: Int, c: Int"),
      ("internal", "private var a = f(); fileprivate var b = f(); var c: Int; public var d: Int", "c: Int, d: Int"),
      ("fileprivate", "private var a = f(); fileprivate var b: Int; var c: Int", "b: Int, c: Int"),
      ("private", "private var a = f(); fileprivate var b: Int; var c: Int", "b: Int, c: Int"),
    ])
    func `a property has a case if it can be set wherever the structure can be used`(
      _ access: String, _ members: String, _ found: String
    ) throws {
      let source = "@Editable \(access) struct S { \(members) }"
      let names = try EditableDeclaration(scanning: source).members
        .map { if case .property(let property) = $0 { "\(property.name): \(property.type)" } else { "" } }
      #expect(names.joined(separator: ", ") == found)
    }

    @Test(
      arguments: [
        ("public struct S { public var a = 1 }", [], "public enum Edit:"),
        ("private struct S { var a = 1 }", [], "fileprivate enum Edit:"),
        ("nonisolated package struct S { public var a = 1 }", [], "nonisolated package enum Edit:"),
        (
          "struct S { public var a = 1 }", [["kind": "declaration", "source": "public extension Outer {}"]],
          "public enum Edit:"
        ),
      ] as [(String, JSON, String)])
    func `the declarations have the access level of the structure`(
      _ declaration: String, _ context: JSON, _ start: String
    ) throws {
      #expect(try answer("@Editable " + declaration, context: context).source?.hasPrefix(start) == true)
    }

    @Test(arguments: [
      ("@Editable", "Hashable, Codable, Sendable"), ("@Editable() ", "Hashable, Codable, Sendable"),
      ("@PureduxCases.Editable(Equatable.self) ", "Equatable"),
      ("@Editable (\n Equatable.self, Swift . Codable.self\n) ", "Equatable, Swift.Codable"),
    ])
    func `edits conform to the protocols that the attribute names`(_ attribute: String, _ found: String) throws {
      let source = try answer("\(attribute) struct S { var a = 1 }", attribute: attribute).source
      #expect(source?.hasPrefix("enum Edit: \(found) {") == true)
    }

    @Test func `a case has the conditions of its property, and no condition is copied alone`() throws {
      let source = """
        @Editable struct S {
          #if A // a
            var b = 1
            #if B
              let c = 1
            #endif
          #elseif C
          #else
            @D var e: Int
          #endif
          #if F
            @G
          #endif
          var h = 1
        }
        """
      #expect(
        try answer(source).source?.hasPrefix(
          """
          enum Edit: Hashable, Codable, Sendable {
          #if A // a
          case `b`(Int)
          #elseif C
          #else
          case `e`(Int)
          #endif
          case `h`(Int)
          }
          """) == true)
    }

    @Test(arguments: [
      ("class C { var a = 1 }", "can only be attached to a 'struct'", "class"),
      ("public final class C { var a = 1 }", "can only be attached to a 'struct'", "class"),
      ("enum E { case a }", "can only be attached to a 'struct'", "enum"),
      ("actor A { var a = 1 }", "can only be attached to a 'struct'", "actor"),
      ("struct S { let a = 1 }", "can be set wherever 'S' can be used; there is none", "S {"),
      ("public struct S { var a = 1 }", "can be set wherever 'S' can be used; there is none", "S {"),
      ("struct S { var b = 1\n /* é */ var a = f() }", "write 'var a: T = …'", "a = f"),
      ("struct S { var b = 1, a = [1] }", "write 'var a: T = …'", "a = ["),
      ("struct S { var a = 1 + 2 }", "write 'var a: T = …'", "a = 1"),
      ("struct S { var a = 1.b }", "write 'var a: T = …'", "a = 1"),
      ("struct S { var a = \"b\".c }", "write 'var a: T = …'", "a = "),
      ("struct S { var a = /b/ }", "write 'var a: T = …'", "a = "),
      ("struct S { var a: [some B] = [] }", "cannot store the opaque type of 'a'", "some"),
      ("struct S { var a: [Self] = [] }", "needs the name of the structure here, instead of 'Self'", "Self"),
      ("struct S { var (a, b) = (1, 2) }", "needs a name for each property, not a pattern", "(a"),
      ("struct S { var a = 1; indirect enum Edit {} }", "declares 'Edit'; remove or rename this one", "Edit {"),
      ("struct S { var Edit = 1 }", "declares 'Edit'; remove or rename this one", "Edit ="),
      ("struct S { var apply = 1 }", "declares 'apply'; remove or rename this one", "apply ="),
    ])
    func `a problem is reported once, at its place`(_ declaration: String, _ message: String, _ mark: String) throws {
      let source = "\n  /* é */ @Editable " + declaration
      let found = try answer(source)
      let place = try #require(source.range(of: mark, options: .backwards)?.lowerBound)
      #expect(found.messages.count == 1 && found.messages.first??.contains(message) == true)
      #expect(found.offsets == [100 + source[..<place].utf8.count] && found.source == "")
    }

    @Test(arguments: [
      ("@Editable(Int?.self)", 10), ("@Editable(Codable.self, 1) ", 24), ("@Editable(self) ", 10),
      ("@Editable((any A).self)", 10), ("@Editable(A.self", 10), ("@Editable(", 10),
    ])
    func `an argument that names no protocol is reported at its place`(_ attribute: String, _ offset: Int) throws {
      let found = try answer("@Editable struct S { var a = 1 }", attribute: attribute)
      #expect(found.messages == ["'@Editable' needs protocols, as in 'Equatable.self'"])
      #expect(found.offsets == [100 + offset])
    }

    @Test func `a property is excluded without further code`() throws {
      let excluded = request("@EditableIgnored var a = 1", role: "peer", type: "EditableIgnoredMacro")
      #expect(try Answer(to: excluded).source == "" && Answer(to: excluded).messages.isEmpty)
    }
  }
#endif
