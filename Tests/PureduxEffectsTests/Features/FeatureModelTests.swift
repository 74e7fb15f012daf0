import Foundation
import PureduxCollections
import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

/// Random trees of features, compared with a recomputation of the work that should run.
struct FeatureModelTests {
  /// A feature that contains features of its own type, an optional part, and a part in a case.
  struct Node: Feature, Identifiable {
    indirect enum Action: Sendable {
      case edit(@Sendable (inout Node) -> Void)
      case leaf(Leaf.Action)
      case sheet(Leaf.Action)
      case screen(Leaf.Action)
      case kid(Int, Action)
      case late(String)
    }

    enum Screen: Sendable {
      case nothing, leaf(Leaf)
      var leaf: Leaf? { if case .leaf(let leaf) = self { leaf } else { nil } }
    }

    let id: Int
    var job = Effect.State.idle()
    var isOn = false
    var leaf: Leaf
    var sheet: Leaf?
    var screen = Screen.nothing
    var kids: OrderedState<Node> = []

    static let effects: Effects = [
      .effect(\.job, name: "job") { state, dispatch in work("\(state.id) job", state.job) { dispatch(.late($0)) } },
      .effect(toggle: \.isOn, name: "on") { state, dispatch in work("\(state.id) on") { dispatch(.late($0)) } },
      .part(\.leaf, Action.leaf), .part(\.sheet, Action.sheet), .part(\.screen.leaf, Action.screen),
      .parts(\.kids, Action.kid),
    ]

    /// The work that should run.
    var expected: [String] {
      var all = leaf.expected + (sheet?.expected ?? []) + (screen.leaf?.expected ?? []) + kids.flatMap(\.expected)
      if job.isInProgress { all.append(name("\(id) job", job)) }
      if isOn { all.append("\(id) on") }
      return all
    }
  }

  struct Leaf: Feature, Identifiable {
    enum Action: Sendable { case late(String) }
    let id: Int
    var job: Effect.State?
    var jobs: [Effect.State] = []

    static let effects: Effects = [
      .effect(whilePresent: "stay") { state, dispatch in work("\(state.id) stay") { dispatch(.late($0)) } },
      .effect({ $0.job }, name: "leaf") { state, dispatch in
        state.job.map { job in work("\(state.id) leaf", job) { dispatch(.late($0)) } } ?? Effect {}
      },
      .effect(collection: \.jobs) { state, job, dispatch in work("\(state.id) all", job) { dispatch(.late($0)) } },
    ]

    var expected: [String] {
      var all = ["\(id) stay"] + jobs.filter(\.isInProgress).map { name("\(id) all", $0) }
      if let job, job.isInProgress { all.append(name("\(id) leaf", job)) }
      return all
    }
  }

  private static func name(_ name: String, _ job: Effect.State) -> String {
    "\(name) \(job.id) \(String(reflecting: Mirror(reflecting: job).children.first { $0.label == "generation" }!.value))"
  }

  private static let seedCount: UInt64 = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 400 : 8

  /// Work that ends only when it is cancelled, and then dispatches an action, which must not land.
  private static func work(
    _ name: String, _ job: Effect.State? = nil, late: @escaping @Sendable (String) -> Void
  ) -> Effect {
    let name = job.map { self.name(name, $0) } ?? name
    return Effect {
      ModelLog.current.begin(name)
      try? await StoreContext.current.clock.sleep(.seconds(1_000_000))
      ModelLog.current.end(name)
      late(name)
    }
  }

  private struct ModelLog: Sendable {
    static let current = ModelLog()
    private let all = Guarded<[ObjectIdentifier: [String: Int]]>([:])
    private var key: ObjectIdentifier { ObjectIdentifier(StoreContext.current.identities) }

    func begin(_ name: String) { all.withLock { [key] in $0[key, default: [:]][name, default: 0] += 1 } }
    func end(_ name: String) {
      all.withLock { [key] all in
        all[key, default: [:]][name, default: 0] -= 1
        if all[key]?[name] == 0 { all[key]?[name] = nil }
      }
    }
    func running(in store: StoreContext) -> [String: Int] {
      all.withLock { $0[ObjectIdentifier(store.identities)] ?? [:] }
    }
  }

  /// A random change of a random node.
  private struct Editor {
    var random: SeededGenerator
    var lastID = 0

    mutating func nextID() -> Int {
      lastID += 1
      return lastID
    }

    private mutating func leaf() -> Leaf {
      Leaf(id: nextID(), job: chance(2) ? .running() : nil, jobs: chance(3) ? [.running(), .idle()] : [])
    }

    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func change(_ leaf: inout Leaf) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: leaf.job = chance(2) ? nil : .running()
      case 1: leaf.job?.restart()
      case 2: leaf.job?.cancel()
      case 3: leaf.jobs.append(.running())
      case 4: if !leaf.jobs.isEmpty { leaf.jobs.removeFirst() }
      default: if !leaf.jobs.isEmpty { leaf.jobs[leaf.jobs.count - 1].restart() }
      }
    }

    mutating func change(_ node: inout Node, depth: Int = 0) {
      if !node.kids.isEmpty, !chance(3) {
        let index = Int.random(in: 0..<node.kids.count, using: &random)
        return change(&node.kids[index], depth: depth + 1)
      }
      switch Int.random(in: 0..<14, using: &random) {
      case 0: node.job.restart()
      case 1: node.job.cancel()
      case 2: node.isOn.toggle()
      case 3: change(&node.leaf)
      case 4: node.sheet = node.sheet == nil || chance(2) ? leaf() : nil
      case 5: node.screen = node.screen.leaf == nil || chance(2) ? .leaf(leaf()) : .nothing
      case 6: if node.sheet != nil { change(&node.sheet!) }
      case 7, 8: if depth < 4, node.kids.count < 4 { node.kids.append(Node(id: nextID(), leaf: leaf())) }
      case 9: if !node.kids.isEmpty { node.kids.remove(at: Int.random(in: 0..<node.kids.count, using: &random)) }
      case 10: node.kids.sort { $0.id > $1.id }
      case 11:
        // A copy with another id has the same effect states, and works on its own.
        if let kid = node.kids.first, node.kids.count < 4 {
          var copy = Node(id: nextID(), job: kid.job, isOn: kid.isOn, leaf: Leaf(id: nextID(), job: kid.leaf.job))
          copy.leaf.jobs = kid.leaf.jobs
          node.kids.append(copy)
        }
      case 12: node.kids = OrderedState(node.kids.map { $0 })
      default: if chance(6) { node.kids = [] }
      }
    }
  }

  @Test(arguments: 1...Self.seedCount)
  func `what runs is what a recomputation of the state says, after every turn, and no cancelled run lands`(seed: UInt64)
  {
    let lab = Lab(schedule: .seeded(seed))
    let editor = Guarded(Editor(random: SeededGenerator(seed: seed)))
    let (late, step) = (Recorder<String>(), 250)
    let store = lab.context {
      StateStore(feature: Node(id: 0, leaf: Leaf(id: -1)), runner: lab.runner) { node, action in
        switch action {
        case .edit(let edit): edit(&node)
        default: late.record("\(action)")
        }
      }
    }
    lab.settle()
    let context = lab.context { store.node.context }
    for _ in 0..<step {
      // Several changes in one turn, and sometimes several turns before the work is created.
      store.dispatch(.edit { node in for _ in 0..<3 { editor.withLock { $0.change(&node) } } })
      lab.runner.runUntilIdle()
      if editor.withLock({ $0.chance(3) }) { continue }
      lab.settle()
      let running = ModelLog.current.running(in: context).flatMap { Array(repeating: $0, count: $1) }.sorted()
      #expect(running == store.state.expected.sorted())
      if running != store.state.expected.sorted() { break }
    }
    #expect(late.values.isEmpty)
    #expect(lab.misuse.values.isEmpty)
  }
}
