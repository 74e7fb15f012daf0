#if canImport(PureduxMacros)
  @testable import PureduxMacros
  import Testing

  struct HostileSourceTests {
    @Test func `a declaration cut or changed anywhere is read to some end`() {
      let source = ##"@A(")") public var x: [A<B, C>] = f<A, B>(#"\#(a)"#, "\("x")", /a[/]/) { /* */ $0 } .g"##
      for place in source.indices {
        _ = try? EntryDeclaration(scanning: String(source[..<place]))
        _ = try? EntryDeclaration(scanning: String(source[place...]))
        for extra in ["\"", "\"\"\"", "(", ")", "{", "}", "<", ">", "#", "/", "\\", "`", "@", "\0", "/*"] {
          _ = try? EntryDeclaration(scanning: source[..<place] + extra + source[place...])
        }
      }
    }

    @Test(arguments: [
      "\"\\(", "(", "f{", "a<", "a<(", "=/(", "#\"\"\"", "####", "@a<", "`", "/*", "\\", "x<y>(", "if a,",
    ])
    func `a long row of openings takes time in proportion, and no stack`(_ opening: String) {
      let row = String(repeating: opening, count: 10_000)
      _ = try? EntryDeclaration(scanning: "@A var x = " + row)
      _ = try? EntryDeclaration(scanning: "@A var x: " + row)
      _ = try? EntryDeclaration(scanning: row + "var x = 1")
      _ = SourceCursor.introducer(of: row)
    }

    @Test func `a declaration that nests too deeply is refused in words`() throws {
      let deep = String(repeating: #""\("#, count: 500) + "1" + String(repeating: #")""#, count: 500)
      #expect(throws: MistakeFound(.tooComplex, at: 1)) { try EntryDeclaration(scanning: " @A var x = " + deep) }
    }
  }
#endif
