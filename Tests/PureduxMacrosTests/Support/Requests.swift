#if canImport(PureduxMacros)
  @testable import PureduxMacros

  /// A request in the form that the compiler sends, for a declaration at byte 100 of a file.
  func request(
    _ source: String, role: String, type: String = "DependencyEntryMacro", name: String = "DependencyEntry ",
    surroundings: JSON? = [["kind": "declaration", "source": "\n\nextension Dependencies {}"]],
    attribute: String = "\n  @DependencyEntry "
  ) -> JSON {
    [
      "expandAttachedMacro": [
        "macro": ["moduleName": "PureduxMacros", "typeName": .string(type), "name": .string(name)],
        "macroRole": .string(role), "discriminator": "$s1M",
        "attributeSyntax": syntax("attribute", attribute),
        "declSyntax": syntax("declaration", source),
        "parentDeclSyntax": nil, "extendedTypeSyntax": syntax("type", "Outer.E"),
        "lexicalContext": surroundings ?? .null,
        "somethingOfTheFuture": ["a": [1, true, .number("1.5e300")]],
      ]
    ]
  }

  func syntax(_ kind: String, _ source: String) -> JSON {
    [
      "kind": .string(kind), "source": .string(source),
      "location": ["fileID": "M/F.swift", "fileName": "/p/F.swift", "offset": 100, "line": 1, "column": 1],
    ]
  }
#endif
