#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct CasesExpansionTests {
    private func answer(_ source: String, role: String = "member", nested: Bool = false) throws -> Answer {
      let context: JSON = nested ? [["kind": "declaration", "source": "struct Outer {}"]] : []
      return try Answer(
        to: request(source, role: role, type: "CasesMacro", name: "Cases ", surroundings: context))
    }

    @Test func `a case becomes a value and a property`() throws {
      let source = "@Cases public enum Route { case login(Login), home }"
      #expect(
        try answer(source).source == """
          @frozen public struct Cases {
          nonisolated public init() {}
          nonisolated public var `login`: PureduxCases.EnumCase<`Route`, (Login)> {
          PureduxCases.EnumCase(
          embed: { .`login`($0) },
          extract: { if case .`login`(let __value0) = $0 { (__value0) } else { nil } },
          placeholder: { .`home` })
          }
          nonisolated public var `home`: PureduxCases.EnumCase<`Route`, ()> {
          PureduxCases.EnumCase(
          embed: { (_: ()) in .`home` },
          extract: { if case .`home` = $0 { () } else { nil } })
          }
          }
          nonisolated public static var cases: Cases { Cases() }
          nonisolated public var `login`: (Login)? {
          get { Self.cases.`login`.extract(from: self) }
          set { if let newValue, case .`login` = self { self = Self.cases.`login`.embed(newValue) } }
          }
          nonisolated public var `home`: ()? { Self.cases.`home`.extract(from: self) }
          """)
      #expect(try answer(source, role: "extension").source == "extension Outer.E: PureduxCases.CaseAccessible {}")
    }

    @Test(arguments: [
      ("private enum E { case a }", "fileprivate struct Cases"), ("enum E { case a }", "struct Cases"),
      ("package indirect enum E { case a }", "package struct Cases"),
      ("nonisolated public enum E { case a }", "@frozen nonisolated public struct Cases"),
    ])
    func `the declarations have the access level of the enumeration`(_ source: String, _ start: String) throws {
      #expect(try answer("@Cases " + source).source?.hasPrefix(start) == true)
    }

    @Test(
      arguments: [
        ("case a(Int, b: String = \")\")", "(Int, b: String)"), ("case a(_: Int)", "(Int)"), ("case a", "()"),
        ("case a(b: [Int: (C) -> D] = [:])", "([Int: (C) -> D])"), ("case a(A<B, C>, d: E?)", "(A<B, C>, d: E?)"),
        ("case a(`in`: Int, `var`: B)", "(in: Int, `var`: B)"), ("case a /* (b) */ (\n Int // c\n)", "(Int)"),
        ("case b; static let c = if case .b = d { 1 } else { 2 }; case a(Int)", "(Int)"),
        ("func f() { switch self { case .b: \"}\" } }\n indirect case a(Self.B)", nil),
        ("case b = -1, a = \"case c\"", "()"), ("case a(_ x: Int, y: Int!)", "(Int, y: Int?)"),
        ("case a(_ x: Int); func a(x: Int) {}; static func a(y: Int) {}", "(Int)"),
        ("case a(@autoclosure @Sendable () throws -> Int)", "(@Sendable () throws -> Int)"),
      ] as [(String, String?)])
    func `the payload of a case is a tuple, or its one value`(_ member: String, _ type: String?) throws {
      let cases = try? CasesDeclaration(scanning: "@Cases enum E: B where C == D { \(member) }")
      #expect((cases == nil) == (type == nil))
      guard let cases, let type else { return }
      #expect(cases.members.contains("var `a`: PureduxCases.EnumCase<`E`, \(type)>"))
    }

    @Test func `an unavailable case is left out, and the availability of others is copied`() throws {
      let source = try answer(
        "@Cases enum E { @available(*, unavailable) case a; @available(macOS 14, *) indirect case b(Int); case c }"
      ).source
      #expect(source?.contains("`a`") == false)
      #expect(source?.contains("@available(macOS 14, *)\nnonisolated var `b`: (Int)?") == true)
      #expect(source?.contains("@available(macOS 14, *)\nnonisolated var `c`") == false)
    }

    @Test func `a case of certain language versions is declared only in these versions`() throws {
      let source = try #require(
        try answer(
          "@Cases enum E { @available(swift, introduced: 5.5, obsoleted: 9, message: \"introduced: 7\") case a; case b }"
        ).source)
      #expect(source.components(separatedBy: "#if swift(>=5.5) && swift(<9)\n@available(swift").count == 3)
      #expect(source.components(separatedBy: "#endif").count == 3)
    }

    @Test func `the attributes that members and the extension need are copied`() throws {
      let source = "@Cases @available(macOS 14, *) @usableFromInline enum E { case a }"
      #expect(try answer(source).source?.hasPrefix("@frozen @usableFromInline struct Cases {") == true)
      #expect(
        try answer(source, role: "extension").source
          == "@available(macOS 14, *)\nextension Outer.E: PureduxCases.CaseAccessible {}")
    }

    @Test(arguments: [
      ("struct S {}", "can only be attached to an 'enum'", "struct"),
      ("enum Empty {}", "needs an enumeration with cases", "Empty"),
      ("enum E { case a\n#if B\ncase b\n#endif\n}", "cannot read a case inside '#if'", "case b"),
      ("enum E { case a(x: Int), a(y: Int) }", "'a' is the name of two", "a(y"),
      ("enum E { case cases }", "declares 'cases' itself", "cases }"),
      ("enum E { case a; var a: Int { 1 } }", "declares 'a'; remove or rename this one", "a: Int"),
      ("enum E { case a; func a() -> Int { 1 } }", "declares 'a'; remove or rename this one", "a() "),
      ("enum E { case a; static var cases: Int { 1 } }", "declares 'cases'; remove or rename this one", "cases"),
      ("enum E { case a; struct Cases {} }", "declares 'Cases'; remove or rename this one", "Cases {"),
      ("enum E: ~Copyable { case a }", "an enumeration that is not copyable", "E:"),
      ("enum E { case é([Self]) }", "needs the name of the enumeration here, instead of 'Self'", "Self"),
    ])
    func `a problem is reported once, at its place`(_ declaration: String, _ message: String, _ mark: String) throws {
      let source = "\n  /* é */ @Cases " + declaration
      let members = try answer(source)
      let place = try #require(source.range(of: mark, options: .backwards)?.lowerBound)
      #expect(members.messages.count == 1 && members.messages.first??.contains(message) == true)
      #expect(members.offsets == [100 + source[..<place].utf8.count])
      #expect(members.source == "")
      let conformance = try answer(source, role: "extension")
      #expect(conformance.source == "" && conformance.messages.isEmpty)
    }

    @Test(arguments: [
      ("public extension Outer {}", "@frozen public struct Cases"),
      ("private extension Outer {}", "fileprivate struct Cases"),
      ("extension Outer {}", "struct Cases"), ("public struct Outer {}", "struct Cases"),
    ])
    func `the access level of an extension counts`(_ context: String, _ start: String) throws {
      let context: JSON = [["kind": "declaration", "source": .string(context)]]
      let answer = try Answer(
        to: request(
          "@Cases enum E { case a }", role: "member", type: "CasesMacro", name: "Cases ", surroundings: context))
      #expect(answer.source?.hasPrefix(start) == true)
    }

    @Test func `a private enumeration in a type is refused, because no extension could name it`() throws {
      let source = "@Cases private enum E { case a }"
      #expect(try answer(source, nested: true).messages.count == 1)
      #expect(try answer(source).messages.isEmpty)
    }
  }
#endif
