#if canImport(PureduxMacros)
  @testable import PureduxMacros
  import Testing

  struct HostileSourceTests {
    /// Reads a declaration: the result is an entry, or a problem at an offset inside the declaration.
    private func read(_ source: String) {
      do {
        let entry = try EntryDeclaration(scanning: source)
        #expect(!entry.name.isEmpty && !entry.initialValue.isEmpty, "\(source.prefix(200))")
      } catch {
        #expect((0...source.utf8.count).contains(error.offset), "\(source.prefix(200))")
      }
    }

    @Test func `scanning a truncated or changed declaration terminates`() {
      let source = ##"@A(")") public var x: [A<B, C>] = f<A, B>(#"\#(a)"#, "\("x")", /a[/]/) { /* */ $0 } .g"##
      for place in source.indices {
        read(String(source[..<place]))
        read(String(source[place...]))
        for extra in ["\"", "\"\"\"", "(", ")", "{", "}", "<", ">", "#", "/", "\\", "`", "@", "\0", "/*"] {
          read(source[..<place] + extra + source[place...])
        }
      }
    }

    @Test(arguments: [
      "\"\\(", "(", "f{", "a<", "a<(", "=/(", "#\"\"\"", "####", "@a<", "`", "/*", "\\", "x<y>(", "if a,",
    ])
    func `scanning many opening brackets terminates, without a deep stack`(_ opening: String) {
      let row = String(repeating: opening, count: 10_000)
      read("@A var x = " + row)
      read("@A var x: " + row)
      read(row + "var x = 1")
      _ = DeclarationHeader(scanning: row)
    }

    @Test func `scanning a truncated or changed enumeration terminates`() {
      let source = ##"@C(")") public enum E<A>: B { case a(b: [C] = [:], D), `e` = "f"; var g: H { "}" } #if I"##
      for place in source.indices {
        readCases(String(source[..<place]))
        readCases(String(source[place...]))
        for extra in ["\"", "(", ")", "{", "}", "<", "#", "/", "\\", "`", "@", "\0", "/*", "case ", "=", ",", "var "] {
          readCases(source[..<place] + extra + source[place...])
        }
      }
      for row in [
        "case a(", "case ", "(", "#if ", "@a(", "case a, ", "case a(`", "\"\\(", "var a", "/", "case a=", "/*",
      ] {
        readCases("enum E { " + String(repeating: row, count: 10_000))
      }
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (0..<10_000).map { "case c\($0)(Int)\n" }.joined(),
        "case " + (0..<10_000).map { "c\($0)(Int)" }.joined(separator: ", "),
        "case a(" + String(repeating: "[Int], ", count: 10_000) + "Int)",
        "case a(b: [C] = [:]," + String(repeating: "],", count: 30_000) + " D)",
      ])
    func `expanding takes time proportional to the enumeration`(_ members: String) throws {
      let cases = try CasesDeclaration(scanning: "enum E {\n\(members)\n}")
      #expect(cases.members.utf8.count > members.utf8.count)
    }

    private func readCases(_ source: String) {
      do {
        #expect(try !CasesDeclaration(scanning: source).cases.isEmpty)
      } catch {
        #expect((0...source.utf8.count).contains(error.offset), "\(source.prefix(200))")
      }
    }

    @Test func `scanning a truncated or changed structure terminates`() {
      let source =
        ##"@E(A.self) public struct S<A>: B { #if C\nprivate(set) var a: [D], b = f(1...) { "}" }\n#endif\n@F var `g` = if h { 1 } else { -2.0 } }"##
      for place in source.indices {
        readEdits(String(source[..<place]))
        readEdits(String(source[place...]))
        for extra in [
          "\"", "(", ")", "{", "}", "<", "#", "/", "\\", "`", "@", "\0", "/*", "var ", "=", ",", ":", "if ",
        ] {
          readEdits(source[..<place] + extra + source[place...])
        }
      }
      for row in [
        "var a(", "var ", "var a = ", "(", "#if ", "#if A\n", "@a(", "var a, ", "var a: ", "var a: b<", "var a = `",
        "\"\\(",
        "{ @a(", "/", "var a = if ", "/*", "a: ", "a ", "- ", "as ", ".", "&", "->", "some ", "private(",
      ] {
        readEdits("struct S { " + String(repeating: row, count: 10_000))
        readEdits("struct S { var a: " + String(repeating: row, count: 10_000))
        readEdits("struct S { var a = b" + String(repeating: row, count: 10_000))
        _ = try? EditableConformances(scanning: "@E(" + String(repeating: row, count: 10_000))
      }
    }

    @Test(
      .timeLimit(.minutes(1)),
      arguments: [
        (0..<10_000).map { "/// A comment.\n@A private(set) public var c\($0): Int { didSet { } }\n" }.joined(),
        "public var " + (0..<10_000).map { "c\($0) = 1" }.joined(separator: ", "),
        "public var " + (0..<10_000).map { "c\($0)" }.joined(separator: ", ") + ": Int",
        "public var a: Int = " + String(repeating: "b + c { d } e: { f } as G ", count: 10_000),
        "public var a: A" + String(repeating: ".B & C", count: 10_000),
        String(repeating: "#if A\npublic var b = 1\n", count: 10_000) + String(repeating: "#endif\n", count: 10_000),
        "public var a = 1\n" + String(repeating: "#if A\n", count: 10_000)
          + String(repeating: "#endif\n", count: 10_000),
      ])
    func `expanding takes time proportional to the structure`(_ members: String) throws {
      let source = "public struct S {\npublic var first = 1\n\(members)\n}"
      #expect(
        try EditableDeclaration(scanning: source).expansion(conformances: ["A"]).hasPrefix("public enum Edit: A {"))
    }

    private func readEdits(_ source: String) {
      do {
        let structure = try EditableDeclaration(scanning: source)
        #expect(structure.expansion(conformances: ["A"]).contains("case `"), "\(source.prefix(200))")
      } catch {
        #expect((0...source.utf8.count).contains(error.offset), "\(source.prefix(200))")
      }
    }

    @Test func `a declaration that nests too deeply is refused with a message`() throws {
      let deep = String(repeating: #""\("#, count: 500) + "1" + String(repeating: #")""#, count: 500)
      #expect(throws: EntryError(.tooComplex, at: 1)) { try EntryDeclaration(scanning: " @A var x = " + deep) }
    }
  }
#endif
