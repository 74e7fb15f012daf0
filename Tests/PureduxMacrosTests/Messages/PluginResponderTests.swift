#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct PluginResponderTests {
    @Test(arguments: [["capability": ["protocolVersion": 8]], .object([])] as [JSON])
    func `the protocol's seventh version is spoken, whatever the compiler's`(_ request: JSON) throws {
      let answer = try PluginResponder.respond(to: ["getCapability": request])
      #expect(answer == ["getCapabilityResult": ["capability": ["protocolVersion": 7, "features": []]]])
    }

    @Test(arguments: [nil, [["kind": "declaration", "source": "extension Dependencies {}"]]] as [JSON?])
    func `a property becomes accessors and the storage behind them`(_ surroundings: JSON?) throws {
      let source = "\n  @DependencyEntry public var api: any APIClient = LiveClient()"
      let accessors = try Answer(to: request(source, role: "accessor", surroundings: surroundings))
      #expect(
        accessors.source == """
          {
            get { self[Self.__entry_api] }
            set { self[Self.__entry_api] = newValue }
          }
          """)
      let storage = try Answer(to: request(source, role: "peer", surroundings: surroundings))
      #expect(
        storage.source == #"""
          private static let __entry_api = EntryStorage(\Self.`api`, name: "api") {
          let value: any APIClient = LiveClient()
          return value
          }
          """#)
      #expect(accessors.messages.isEmpty && storage.messages.isEmpty)
    }

    @Test func `the storage is available and isolated as the property is, and nothing else is copied`() throws {
      let source =
        "@DependencyEntry @available(iOS 17, *) @MainActor @Other nonisolated(unsafe) public var `in` = 1 // end"
      #expect(
        try Answer(to: request(source, role: "peer")).source == #"""
          @available(iOS 17, *)
          @MainActor
          nonisolated private static let __entry_in = EntryStorage(\Self.`in`, name: "in") {
          let value = 1
          return value
          }
          """#)
    }

    @Test(arguments: [
      (
        "#if A // a\n@MainActor\n#elseif B\n@Other\n#else\n@available(iOS 17, *)\n#endif\n@DependencyEntry ",
        "#if A // a\n@MainActor\n#elseif B\n#else\n@available(iOS 17, *)\n#endif\n"
      ),
      ("#if A\n#if B\n@Other\n#endif\n@MainActor\n#endif\n@DependencyEntry ", "#if A\n@MainActor\n#endif\n"),
      ("@MainActor\n#if A\n#if B\n@Other\n#endif\n#else\n@DependencyEntry\n#endif\n", "@MainActor\n"),
    ])
    func `what is copied stands under the same conditions, and no condition is copied alone`(
      _ attributes: String, _ copied: String
    ) throws {
      let plain = try #require(try Answer(to: request("@DependencyEntry var x = 1", role: "peer")).source)
      let source = attributes + "var x = 1"
      #expect(try Answer(to: request(source, role: "peer")).source == copied + plain)
      #expect(try Answer(to: request(source, role: "accessor")).messages.isEmpty)
    }

    @Test func `a name that is no plain word stays one name`() throws {
      let storage = try Answer(to: request(#"@A var `two "words"` = 1"#, role: "peer")).source
      let start =
        #"private static let `__entry_two "words"` = EntryStorage(\Self.`two "words"`, name: "two \"words\"")"#
      #expect(storage?.hasPrefix(start) == true)
    }

    @Test(arguments: [
      ("let x = 1", "'@DependencyEntry' needs a 'var', because an entry can be replaced; this is a 'let'", "let"),
      ("static var x = 1", "'@DependencyEntry' needs an instance property; remove 'static'", "static"),
      ("lazy var x = 1", "'@DependencyEntry' cannot be attached to a 'lazy' property", "lazy"),
      ("weak var x: A? = nil", "'@DependencyEntry' cannot be attached to a 'weak' property", "weak"),
      ("var é: Int", "'@DependencyEntry' needs a default value for 'é'", "é"),
      ("var é = 1, y = 2", "'@DependencyEntry' needs a separate declaration for each property", ","),
      ("var (a, b) = (1, 2)", "'@DependencyEntry' needs one property with a name, not a pattern", "(a"),
      ("func f() { }", "'@DependencyEntry' can only be attached to a 'var'", "func"),
      (
        "var x: some P = A()",
        "'@DependencyEntry' cannot store the opaque type of 'x'; write 'any', or the type itself",
        "some"
      ),
    ])
    func `a mistake is told once, where it stands`(_ declaration: String, _ message: String, _ mark: String) throws {
      let source = "\n  /* é */ @DependencyEntry " + declaration
      let accessors = try Answer(to: request(source, role: "accessor"))
      let place = try #require(source.range(of: mark, options: .backwards)?.lowerBound)
      #expect(accessors.messages == [message])
      #expect(accessors.offsets == [100 + source[..<place].utf8.count])
      #expect(accessors.source?.contains("fatalError") == true)
      let storage = try Answer(to: request(source, role: "peer"))
      #expect(storage.source == "" && storage.messages.isEmpty)
    }

    @Test(arguments: [("var x: Int { 1 }", "computed property"), ("var x = 1 { didSet { } }", "observers")])
    func `a property with accessors of its own is given no others`(_ declaration: String, _ words: String) throws {
      let answer = try Answer(to: request("@DependencyEntry " + declaration, role: "accessor"))
      #expect(answer.source == "")
      #expect(answer.messages.first??.contains(words) == true)
    }

    @Test(
      arguments: [
        [], [["kind": "declaration", "source": "func f() {}"], ["kind": "declaration", "source": "struct S {}"]],
        [["kind": "expression", "source": "{ }"]], [["kind": "declaration", "source": "protocol P {}"]], [nil], [1],
      ] as [JSON])
    func `an entry outside of a type is refused at its attribute`(_ surroundings: JSON) throws {
      let source = "\n  @DependencyEntry public var x = 1"
      let answer = try Answer(to: request(source, role: "accessor", surroundings: surroundings))
      #expect(
        answer.messages == [
          "'@DependencyEntry' belongs on a property of a container, as in 'extension Dependencies { … }'"
        ])
      #expect(answer.offsets == [103])
    }

    @Test(arguments: [
      "public final class A: B {}", "@MainActor\nstruct S<T> {}", "distributed actor A {}",
      "@available(*, message: \"var func\") public extension A.B where C == D {}", "/* func */ enum E {}",
      "#if A\n@B\n#endif\nstruct S {}",
    ])
    func `an entry belongs into any type`(_ surroundings: String) throws {
      let nearest: JSON = [["kind": "declaration", "source": .string(surroundings)]]
      let answer = try Answer(to: request("@A var x = 1", role: "accessor", surroundings: nearest))
      #expect(answer.messages.isEmpty)
    }

    @Test func `what this plug-in does not do is told in words`() throws {
      let unknown = try Answer(to: request("var x = 1", role: "accessor", type: "OtherMacro"))
      #expect(unknown.source == nil && unknown.offsets == [103])
      #expect(
        try Answer(to: request("var x = 1", role: "member")).messages == ["'@DependencyEntry' has no role 'member'"])
      let freestanding: JSON = ["macro": ["name": "StoreEntry"], "syntax": syntax("expression", "#StoreEntry")]
      let answer = try Answer(to: ["expandFreestandingMacro": freestanding])
      #expect(answer.source == nil && answer.messages == ["'StoreEntry' is not a freestanding macro"])
      let loaded = try PluginResponder.respond(to: ["loadPluginLibrary": ["libraryPath": "/l.so", "moduleName": "M"]])
      #expect(loaded["loadPluginLibraryResult"]?["loaded"] == false)
    }

    @Test(arguments: [["unheardOf": 1], [], .object([]), nil, 1, "a", ["getCapability": 1, "b": 2]] as [JSON])
    func `a message of another protocol is an error`(_ message: JSON) {
      #expect(throws: ProtocolError.self) { try PluginResponder.respond(to: message) }
    }

    @Test(arguments: [.number("-5"), .number("9223372036854775807"), .number("1e400"), "x", nil] as [JSON])
    func `a place beyond all bounds does no harm`(_ offset: JSON) throws {
      let place: JSON = ["source": "  let x = 1", "location": ["fileName": 1, "offset": offset]]
      let request: JSON = ["macro": ["typeName": "StoreEntryMacro"], "macroRole": "accessor", "declSyntax": place]
      #expect(try Answer(to: ["expandAttachedMacro": request]).messages.count == 1)
    }
  }
#endif
