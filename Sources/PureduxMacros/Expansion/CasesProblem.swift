/// A reason why `@Cases` cannot expand.
enum CasesProblem: Equatable {
  case noEnumeration
  case noCases
  case privateInType
  case noncopyable
  case conditional
  case sameName(String)
  case reservedName(String)
  case declared(String)
  case selfInPayload
  case unreadable

  func message(macro: String) -> String {
    switch self {
    case .noEnumeration: "'\(macro)' can only be attached to an 'enum'"
    case .noCases: "'\(macro)' needs an enumeration with cases"
    case .privateInType: "'\(macro)' cannot be attached to a 'private' enumeration inside a type; make it 'fileprivate'"
    case .noncopyable: "'\(macro)' cannot be attached to an enumeration that is not copyable"
    case .conditional: "'\(macro)' cannot read a case inside '#if'"
    case .sameName(let name): "'\(macro)' needs one name for each case; '\(name)' is the name of two"
    case .reservedName(let name): "'\(macro)' declares '\(name)' itself; rename this case"
    case .declared(let name): "'\(macro)' declares '\(name)'; remove or rename this one"
    case .selfInPayload: "'\(macro)' needs the name of the enumeration here, instead of 'Self'"
    case .unreadable: "'\(macro)' cannot read a declaration as complex as this"
    }
  }
}
