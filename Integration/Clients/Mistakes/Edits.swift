// Each comment contains the column of a compiler error, and its message.
import PureduxCases

func defaultTags() -> [String] { [] }

@Editable
final class NoStructure {  // 7: '@Editable' can only be attached to a 'struct'
  var one = 1
}

@Editable
actor NoStructureEither {  // 1: '@Editable' can only be attached to a 'struct'
  var one = 1
}

@Editable
enum NoStructureAtAll { case one }  // 1: '@Editable' can only be attached to a 'struct'

@Editable
struct NoProperties {  // 8: '@Editable' needs a stored 'var' that can be set wherever 'NoProperties' can be used
  let one = 1
}

@Editable
public struct Internal {  // 15: '@Editable' needs a stored 'var' that can be set wherever 'Internal' can be used
  var one = 1
}

@Editable
struct Untyped {
  var one = 1
  var tags = defaultTags()  // 7: '@Editable' needs the type of 'tags', because a macro sees no inferred types
}

@Editable
struct Opaque {
  var one: some Equatable = 1  // 12: '@Editable' cannot store the opaque type of 'one'
}

@Editable
struct Recursive {
  var children: [Recursive] = []
  var others: [Self] = []  // 16: '@Editable' needs the name of the structure here, instead of 'Self'
}

@Editable
struct Pattern {
  var (one, two) = (1, 2)  // 7: '@Editable' needs a name for each property, not a pattern
}

@Editable
struct DeclaredEdit {
  var one = 1
  enum Edit {}  // 8: '@Editable' declares 'Edit'; remove or rename this one
}

@Editable(Equatable.self, [Int].self)  // 27: '@Editable' needs protocols, as in 'Equatable.self'
struct NoProtocol {
  var one = 1
}
