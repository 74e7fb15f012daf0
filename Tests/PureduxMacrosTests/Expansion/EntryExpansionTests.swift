#if canImport(PureduxMacros)
  @testable import PureduxMacros
  import Testing

  struct EntryExpansionTests {
    @Test(arguments: ["@DatabaseActor", "@Database.SomeActor", "@MainActor", "@_Concurrency.MainActor"])
    func `the storage belongs to the global actor of the property`(_ attribute: String) throws {
      let storage = try Answer(to: request("@DependencyEntry \(attribute) var x = 1", role: "peer")).source
      #expect(storage?.hasPrefix(attribute + "\nprivate static let __entry_x = ") == true)
    }

    @Test(arguments: [nil, [["kind": "declaration", "source": "extension Dependencies {}"]]] as [JSON?])
    func `a property becomes accessors and the storage behind them`(_ surroundings: JSON?) throws {
      let source = "\n  @DependencyEntry public var api: any APIClient = LiveClient()"
      let accessors = try Answer(to: request(source, role: "accessor", surroundings: surroundings))
      #expect(
        accessors.source == """
          {
            get { Self.__entry_api.value(in: self) }
            set { Self.__entry_api.set(newValue, in: &self) }
          }
          """)
      let storage = try Answer(to: request(source, role: "peer", surroundings: surroundings))
      #expect(
        storage.source == #"""
          private static let __entry_api = PureduxDependencies.EntryStorage(\Self.`api`, name: "api") {
          let __default: any APIClient = LiveClient()
          return __default
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
          nonisolated private static let __entry_in = PureduxDependencies.EntryStorage(\Self.`in`, name: "in") {
          let __default = 1
          return __default
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
    func `copied code has the same conditions, and no condition is copied alone`(
      _ attributes: String, _ copied: String
    ) throws {
      let plain = try #require(try Answer(to: request("@DependencyEntry var x = 1", role: "peer")).source)
      let source = attributes + "var x = 1"
      #expect(try Answer(to: request(source, role: "peer")).source == copied + plain)
      #expect(try Answer(to: request(source, role: "accessor")).messages.isEmpty)
    }

    @Test func `a name that is not a plain identifier remains one name`() throws {
      let storage = try Answer(to: request(#"@A var `two "words"` = 1"#, role: "peer")).source
      let start =
        #"private static let `__entry_two "words"` = PureduxDependencies.EntryStorage(\Self.`two "words"`, name: "two \"words\"")"#
      #expect(storage?.hasPrefix(start) == true)
    }
  }
#endif
