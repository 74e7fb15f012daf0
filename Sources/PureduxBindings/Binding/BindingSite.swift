/// What shows the states of a store, for reports.
enum BindingSite: Sendable {
  /// The call that made the binding.
  case location(SourceLocation)
  /// The type of the object that the binding ends with, or that made it.
  case object(Any.Type)
  /// The type of what is shown, of a view that has no other name.
  case props(Any.Type)
}

extension BindingSite: CustomStringConvertible {
  var description: String {
    switch self {
    case .location(let location): "at \(location)"
    case .object(let type): "by `\(type)`"
    case .props(let type): "by a view of `\(type)`"
    }
  }
}
