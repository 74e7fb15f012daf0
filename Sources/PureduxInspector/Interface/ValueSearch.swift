/// Finds the values of a tree whose name or text contains a text, in either case of letters.
///
/// It looks at a bounded number of values, so a large state costs no more than a small one.
struct ValueSearch {
  struct Match {
    let path: [String]
    let tree: ValueTree
  }

  private(set) var matches: [Match] = []
  /// Whether it stopped before it had seen everything.
  private(set) var isCutShort = false
  private let text: String
  private let limit: Int
  private var visitsLeft: Int

  init(for text: String, in tree: ValueTree, limit: Int = 100, visits: Int = 20_000) {
    self.text = text.lowercased()
    self.limit = limit
    visitsLeft = visits
    visit(tree, [])
  }

  private mutating func visit(_ tree: ValueTree, _ path: [String]) {
    guard path.count < 32 else { return isCutShort = true }
    let branches = tree.branches(from: 0, limit: visitsLeft + 1)
    for branch in branches {
      guard visitsLeft > 0, matches.count < limit else { return isCutShort = true }
      visitsLeft -= 1
      let (inner, here) = (ValueTree(branch.value), path + [branch.name])
      let isLeaf = inner.count == 0
      if branch.name.lowercased().contains(text) || (isLeaf && inner.summary.lowercased().contains(text)) {
        matches.append(Match(path: here, tree: inner))
      }
      if !isLeaf { visit(inner, here) }
    }
  }
}
