/// Finds where in a state a job is, for reports: nobody but a person reads the answer.
struct JobSearch {
  private let id: Identity
  /// A report is not worth going through everything in a very large state.
  private var left = 10_000

  private init(_ id: Identity) { self.id = id }

  /// The path of the job in the state, written as a key path; nil where it was not found.
  static func path(of id: Identity, in state: Any) -> String? {
    var search = JobSearch(id)
    return search.path(in: state, depth: 12).map { "\\" + ($0.isEmpty ? ".self" : $0) }
  }

  private mutating func path(in value: Any, depth: Int) -> String? {
    if let job = value as? Effect.State { return job.id == id ? "" : nil }
    let mirror = Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      guard left > 0, depth > 0 else { return nil }
      left -= 1
      if let rest = path(in: child.value, depth: depth - 1) {
        return step(child.label, index, of: mirror) + rest
      }
    }
    return nil
  }

  private func step(_ label: String?, _ index: Int, of mirror: Mirror) -> String {
    switch mirror.displayStyle {
    case .optional: "?"
    case .collection, .set: "[\(index)]"
    case .dictionary: ".values"
    default: ".\(label.map { $0.drop { $0 == "." } } ?? "\(index)")"
    }
  }
}
