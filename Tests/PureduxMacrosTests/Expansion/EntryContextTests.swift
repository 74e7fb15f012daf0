#if canImport(PureduxMacros)
  @testable import PureduxMacros
  import Testing

  struct EntryContextTests {
    @Test(
      arguments: [
        [], [["kind": "declaration", "source": "func f() {}"], ["kind": "declaration", "source": "struct S {}"]],
        [["kind": "expression", "source": "{ }"]], [["kind": "declaration", "source": "protocol P {}"]], [nil], [1],
      ] as [JSON])
    func `an entry outside a type is refused at its attribute`(_ surroundings: JSON) throws {
      let source = "\n  @DependencyEntry public var x = 1"
      let answer = try Answer(to: request(source, role: "accessor", surroundings: surroundings))
      #expect(
        answer.messages == [
          "'@DependencyEntry' belongs on a property of a container, as in 'extension Dependencies { … }'"
        ])
      #expect(answer.offsets == [103])
    }

    @Test(arguments: [
      "@MainActor\nstruct S: A {}", "@available(*, message: \"var func\") public extension A.B where C == D {}",
      "/* func */ extension E {}", "#if A\n@B\n#endif\nstruct S : A {}", "extension `class` {}",
    ])
    func `an entry belongs in a structure or in an extension`(_ context: String) throws {
      #expect(try messages(in: [context, "enum A {}", "func f() {}"]).isEmpty)
    }

    @Test(arguments: [
      ("public final class A: B {}", "a 'class'"), ("distributed actor A {}", "an 'actor'"),
      ("/* func */ indirect enum E {}", "an 'enum'"),
    ])
    func `an entry in another kind of type is refused`(_ context: String, _ keyword: String) throws {
      #expect(
        try messages(in: [context]) == [
          "'@DependencyEntry' cannot be in \(keyword); a container is a 'struct'"
        ])
    }

    @Test(arguments: ["var x: Int { get }", "var x: Int { get set }", "var x = 1"])
    func `an entry in a protocol is refused once, by the role that the compiler asks for`(_ property: String) throws {
      let answer = try Answer(
        to: request(
          "\n  @DependencyEntry " + property, role: "peer",
          surroundings: [["kind": "declaration", "source": "public protocol P: Q {}"]]))
      #expect(answer.messages == ["'@DependencyEntry' cannot be in a 'protocol'; a container is a 'struct'"])
      #expect(answer.offsets == [103] && answer.source == "")
    }

    @Test(arguments: [
      ["struct S<T>: A {}"], ["struct S: A {}", "class B<T> {}"], ["struct S: A {}", "func f<T>() {}"],
      ["extension A.B<Int> {}"], ["struct S /* */ <T> {}"], ["extension A {}", "struct B: C {}", "init<T>() {}"],
    ])
    func `an entry in a generic declaration is refused`(_ context: [String]) throws {
      #expect(
        try messages(in: context) == [
          "'@DependencyEntry' cannot be in a generic type or function, because its storage is static"
        ])
    }

    @Test func `an entry in a structure that conforms to nothing is refused`() throws {
      #expect(
        try messages(in: ["struct `S` where A: B {}"]) == [
          "'@DependencyEntry' belongs in a container; make 'S' conform to 'EntryContainer'"
        ])
    }

    private func messages(in context: [String]) throws -> [String?] {
      let context = context.map {
        JSON.object([.init(name: "kind", value: "declaration"), .init(name: "source", value: .string($0))])
      }
      let source = "\n  @DependencyEntry var x = 1"
      let answer = try Answer(to: request(source, role: "accessor", surroundings: .array(context)))
      #expect(answer.offsets.allSatisfy { $0 == 103 })
      return answer.messages
    }
  }
#endif
