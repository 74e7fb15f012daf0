/// A reason why a declaration cannot be an entry.
enum EntryProblem: Equatable {
  case noVariable
  case constant
  case typeMember(keyword: String)
  case modifier(String)
  case attribute(String)
  case entryTwice(of: String)
  case pattern
  case several
  case opaque(name: String)
  case noDefault(name: String)
  case computed
  case observers
  case misplaced
  case noStructure(keyword: String)
  case genericContext
  case noContainer(name: String)
  case tooComplex

  func message(macro: String) -> String {
    switch self {
    case .noVariable: "'\(macro)' can only be attached to a 'var'"
    case .constant: "'\(macro)' needs a 'var', because an entry can be replaced; this is a 'let'"
    case .typeMember(let keyword): "'\(macro)' needs an instance property; remove '\(keyword)'"
    case .modifier(let name): "'\(macro)' cannot be attached to a '\(name)' property"
    case .attribute(let name): "'\(macro)' cannot be attached to an '@\(name)' property; its storage is private"
    case .entryTwice(let other): "'\(macro)' and '@\(other)' declare the same entry; remove one of them"
    case .pattern: "'\(macro)' needs one property with a name, not a pattern"
    case .several: "'\(macro)' needs a separate declaration for each property"
    case .opaque(let name): "'\(macro)' cannot store the opaque type of '\(name)'; write 'any', or the type itself"
    case .noDefault(let name): "'\(macro)' needs a default value for '\(name)'"
    case .computed: "'\(macro)' cannot be attached to a computed property; give it a default value with '='"
    case .observers: "'\(macro)' cannot be attached to a property with observers"
    case .misplaced: "'\(macro)' belongs on a property of a container, as in 'extension Dependencies { … }'"
    case .noStructure(let keyword):
      "'\(macro)' cannot be in \("ae".contains(keyword.prefix(1)) ? "an" : "a") '\(keyword)'; a container is a 'struct'"
    case .genericContext: "'\(macro)' cannot be in a generic type or function, because its storage is static"
    case .noContainer(let name): "'\(macro)' belongs in a container; make '\(name)' conform to 'EntryContainer'"
    case .tooComplex: "'\(macro)' cannot read a declaration as complex as this; move its default into a function"
    }
  }
}
