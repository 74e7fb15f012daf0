#if canImport(PureduxMacros)
  import Foundation
  @testable import PureduxMacros
  import Testing

  struct EntryProblemTests {
    @Test(arguments: [
      "some P", "(some P)", "[some P]", "[Int: some P]", "(some P)?", "A<some P>", "(Int, some P)", "() -> some P",
      "/* some B */ some P", "[some (P & Q)]", "some ~Copyable", "some\n  P",
    ])
    func `an opaque type is refused wherever it is in the type of a property`(_ type: String) throws {
      let source = "@DependencyEntry var x: \(type) = some"
      let offset = type.utf8.count - type.components(separatedBy: "some").last!.utf8.count - 4
      let answer = try Answer(to: request(source, role: "accessor"))
      #expect(
        answer.messages == [
          "'@DependencyEntry' cannot store the opaque type of 'x'; write 'any', or the type itself"
        ])
      #expect(answer.offsets == [100 + "@DependencyEntry var x: ".utf8.count + offset])
    }

    @Test(arguments: ["A.some", "(some: Int)", "`some`", "someP", "A<`some`, B>", "some", "Handsome"])
    func `a type is not opaque because of a name`(_ type: String) throws {
      let answer = try Answer(to: request("@DependencyEntry var x: \(type) = some as P", role: "accessor"))
      #expect(answer.messages.isEmpty)
    }

    @Test func `two macros on one property are refused once, and the first one expands`() throws {
      let source = "@M.StoreEntry @DependencyEntry var x = 1"
      let first = try Answer(to: request(source, role: "accessor", type: "StoreEntryMacro", name: "StoreEntry "))
      #expect(first.messages.isEmpty && first.source?.contains("__entry_x") == true)
      let second = try Answer(to: request(source, role: "accessor"))
      #expect(second.source == "" && second.offsets == [114])
      #expect(
        second.messages == ["'@DependencyEntry' and '@StoreEntry' declare the same entry; remove one of them"])
      #expect(try Answer(to: request(source, role: "peer")).source == "")
    }

    // The compiler adds an error for each accessor of a constant.
    @Test func `a constant is refused with one accessor`() throws {
      let answer = try Answer(to: request("@DependencyEntry let x = 1", role: "accessor"))
      #expect(answer.messages.count == 1 && answer.source == "{\n  get { Swift.fatalError() }\n}")
    }

    @Test(arguments: [
      ("let x = 1", "'@DependencyEntry' needs a 'var', because an entry can be replaced; this is a 'let'", "let"),
      ("static var x = 1", "'@DependencyEntry' needs an instance property; remove 'static'", "static"),
      ("lazy var x = 1", "'@DependencyEntry' cannot be attached to a 'lazy' property", "lazy"),
      ("weak var x: A? = nil", "'@DependencyEntry' cannot be attached to a 'weak' property", "weak"),
      ("var é: Int", "'@DependencyEntry' needs a default value for 'é'", "é"),
      ("var é = 1, y = 2", "'@DependencyEntry' needs a separate declaration for each property", ","),
      ("var (a, b) = (1, 2)", "'@DependencyEntry' needs one property with a name, not a pattern", "(a"),
      (
        "@inlinable var x = 1",
        "'@DependencyEntry' cannot be attached to an '@inlinable' property; its storage is private", "@inl"
      ),
      ("func f() { }", "'@DependencyEntry' can only be attached to a 'var'", "func"),
      (
        "var x: some P = A()",
        "'@DependencyEntry' cannot store the opaque type of 'x'; write 'any', or the type itself",
        "some"
      ),
    ])
    func `a mistake is reported once, at its place`(_ declaration: String, _ message: String, _ mark: String) throws {
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
    func `a property with its own accessors receives no others`(_ declaration: String, _ words: String) throws {
      let answer = try Answer(to: request("@DependencyEntry " + declaration, role: "accessor"))
      #expect(answer.source == "")
      #expect(answer.messages.first??.contains(words) == true)
    }
  }
#endif
