/// The model of the tree: its states, its structure, and its retained nodes.
struct ModelNodes {
  private struct Node {
    let kind: ModelNodeKind
    let parent: Int
    var hasHandle = true
    /// Whether all of its observers have been ended.
    var isLeaving = false
    var local = 0
    /// The nodes that were created from this node, and retain it.
    var dependents: [Int] = []
    /// The receivers of this node's states, in order of creation.
    var branches: [Int] = []
    var observers: [Int] = []
  }

  private var nodes: [Int: Node] = [:]
  /// The nodes that end when the release of a node is complete.
  private var ending: [Int: [Int]] = [:]
  private(set) var greatestCount = 0

  func kind(_ node: Int) -> ModelNodeKind { self[node].kind }

  private subscript(_ node: Int) -> Node {
    get { nodes[node, default: Node(kind: .root, parent: -1)] }
    set { nodes[node] = newValue }
  }

  mutating func create(_ node: Int, _ kind: ModelNodeKind, parent: Int) {
    self[node] = Node(kind: kind, parent: parent)
    if kind != .root {
      self[parent].dependents.append(node)
      if kind != .embedding { self[audience(of: parent)].branches.append(node) }
    }
    greatestCount = max(greatestCount, nodes.keys.count(where: isHeld))
  }

  func wayUp(from node: Int) -> [Int] {
    Array(sequence(first: node) { self[$0].kind == .root ? nil : self[$0].parent })
  }

  mutating func reduce(_ action: ModelAction, at node: Int) { action.reduce(&self[node].local) }

  func trail(_ node: Int) -> Trail {
    let known = self[node]
    switch known.kind {
    case .root: return [known.local]
    case .child: return trail(known.parent) + [known.local]
    case .window, .embedding: return trail(known.parent)
    case .projection: return trail(known.parent).map(~)
    }
  }

  /// Calls `body` with the observers and the state of each node, in the order of a publication.
  func visit(_ body: (_ observers: [Int], Trail) -> Void) { visit(0, trail(0), body) }

  private func visit(_ node: Int, _ trail: Trail, _ body: ([Int], Trail) -> Void) {
    let known = self[node]
    body(known.observers, trail)
    for branch in known.branches {
      let part =
        switch self[branch].kind {
        case .child: trail + [self[branch].local]
        case .projection: trail.map(~)
        case .root, .window, .embedding: trail
        }
      visit(branch, part, body)
    }
  }

  mutating func add(observer: Int, to node: Int) { self[audience(of: node)].observers.append(observer) }

  /// Removes a handle; returns the observers that end with it.
  mutating func release(_ node: Int) -> [Int] {
    self[node].hasHandle = false
    var leaving: [Int] = []
    for owner in wayUp(from: node) where isOwner(owner) && !isHeld(owner) && !self[owner].isLeaving {
      self[owner].isLeaving = true
      leaving += observers(ownedBy: owner)
    }
    ending[node] = leaving
    return leaving
  }

  mutating func finishReleasing(_ node: Int) -> [Int] { ending.removeValue(forKey: node) ?? [] }

  /// Removes observers that have ended, and nodes that are neither retained nor observed.
  mutating func forget(observers ended: Set<Int>) {
    for number in nodes.keys.sorted(by: >) {
      var node = self[number]
      node.observers.removeAll(where: ended.contains)
      node.branches.removeAll { nodes[$0] == nil }
      node.dependents.removeAll { nodes[$0] == nil }
      let isNeeded = node.hasHandle || !node.dependents.isEmpty || !node.branches.isEmpty || !node.observers.isEmpty
      nodes[number] = isNeeded ? node : nil
    }
  }

  /// The node whose list of observers contains the observers of this one.
  func audience(of node: Int) -> Int {
    self[node].kind == .embedding ? audience(of: self[node].parent) : node
  }

  private func isOwner(_ node: Int) -> Bool { self[node].kind == .root || self[node].kind == .child }

  private func isHeld(_ node: Int) -> Bool { self[node].hasHandle || self[node].dependents.contains(where: isHeld) }

  /// The observers of a store and of its projections.
  private func observers(ownedBy owner: Int) -> [Int] {
    self[owner].observers
      + self[owner].branches.filter { !isOwner($0) }.flatMap { observers(ownedBy: $0) }
  }
}
