/// An enumeration with `@Cases`, split into the parts that the expansion needs.
struct CasesDeclaration: Equatable {
  /// Without back-ticks.
  var name: String
  /// The access modifier of the declarations that the macro writes, with a space behind it; empty for the default.
  var access: String
  var isPrivate: Bool
  /// `nonisolated` with a space behind it, if the enumeration says so; needed where the main actor is the default.
  var isolation: String
  /// Whether the enumeration has the attribute `@usableFromInline`, which its members need then.
  var isUsableFromInline: Bool
  /// The `@available` attributes of the enumeration, which its extension repeats.
  var availability: [String]
  var cases: [Case]

  /// Members of a private enumeration that are private could not be used beside it.
  static func access(atLevel level: String?) -> String {
    level.map { $0 == "private" ? "fileprivate " : "\($0) " } ?? ""
  }

  struct Case: Equatable {
    /// The attributes that also apply to the declarations for the case.
    var attributes: [DeclarationPart]
    /// Without back-ticks.
    var name: String
    var payload: [Value]
    var offset: Int
  }

  /// One of the associated values of a case.
  struct Value: Equatable {
    var label: String?
    /// Without `@autoclosure`; an optional type where the case says `!`.
    var type: String
    /// Nil if the value is not passed as an autoclosure.
    var autoclosure: Autoclosure?
  }

  enum Autoclosure { case plain, throwing }
}
