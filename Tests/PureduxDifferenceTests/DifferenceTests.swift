import Foundation
import PureduxCollections
import PureduxTesting
import Testing

@Suite struct `The difference of two values` {
  private struct User: Equatable {
    var name = "Ann"
    var age: Int? = 30
  }

  private enum Screen {
    case home
    case item(Int)
    case search(query: String, page: Int)
  }

  private struct AppState {
    var user = User()
    var screen = Screen.home
    var items = [1, 2, 3]
    var counts = ["a": 1]
    var tags: Set = ["x"]
    var run: @Sendable () -> Void = {}
  }

  private final class Object {}

  private func difference<Value>(_ before: Value, _ change: (inout Value) -> Void) -> String? {
    var after = before
    change(&after)
    return Difference(from: before, to: after)?.description
  }

  @Test func `is nil for equal values`() {
    #expect(difference(AppState()) { _ in } == nil)
    #expect(Difference(from: (1, "a"), to: (1, "a")) == nil)
    let object = Object()
    #expect(Difference(from: object, to: object) == nil)
  }

  @Test func `names a part by its path`() {
    #expect(difference(AppState()) { $0.user.name = "Bob" } == "user.name\n  - \"Ann\"\n  + \"Bob\"")
  }

  @Test func `reports a duration as a whole`() {
    struct Session { var duration = Duration.seconds(1) }
    let difference = Difference(from: Session(), to: Session(duration: .seconds(2)))
    #expect(difference?.description == "duration\n  - 1.0 seconds\n  + 2.0 seconds")
    let long = Session(duration: .seconds(1 << 40))
    let longer = Session(duration: long.duration + Duration(secondsComponent: 0, attosecondsComponent: 1))
    #expect(Difference(from: long, to: longer)?.description.hasPrefix("duration._low") == true)
  }

  @Test func `reports the previous and the new value of an optional`() {
    #expect(difference(AppState()) { $0.user.age = nil } == "user.age\n  - 30\n  + nil")
    #expect(difference(AppState()) { $0.user.age = 31 } == "user.age\n  - 30\n  + 31")
  }

  @Test func `reports the case of an enum, or the payload that changed`() {
    #expect(difference(AppState()) { $0.screen = .item(3) } == "screen\n  - .home\n  + .item(3)")
    #expect(
      difference(AppState(screen: .search(query: "a", page: 1))) { $0.screen = .search(query: "b", page: 1) }
        == "screen.search.query\n  - \"a\"\n  + \"b\"")
    #expect(difference(AppState(screen: .item(1))) { $0.screen = .item(2) } == "screen.item\n  - 1\n  + 2")
  }

  @Test func `reports which elements were added and removed`() {
    #expect(difference(AppState()) { $0.items.append(4) } == "items[3]\n  + 4")
    #expect(difference(AppState()) { $0.items.remove(at: 1) } == "items[1]\n  - 2")
    #expect(difference(AppState()) { $0.items[1] = 9 } == "items[1]\n  - 2\n  + 9")
    #expect(difference(AppState()) { $0.items = [0, 1, 3] } == "items[0]\n  - 1\n  + 0\nitems[1]\n  - 2\n  + 1")
  }

  @Test func `reports which entries and members were added, removed and changed`() {
    #expect(
      difference(AppState()) { $0.counts = ["a": 2, "b": 1] }
        == "counts[\"a\"]\n  - 1\n  + 2\ncounts[\"b\"]\n  + 1")
    #expect(difference(AppState()) { $0.tags = ["y"] } == "tags\n  - \"x\"\ntags\n  + \"y\"")
  }

  @Test func `descends into tuples`() {
    #expect(
      difference((AppState(), User())) { $0.1.name = "Bob" } == "1.name\n  - \"Ann\"\n  + \"Bob\"")
  }

  private struct Reading: Equatable, Identifiable {
    var id = 1.0
    var name = "a"
    var value = Double.nan
  }

  @Test func `is nil for NaN and itself, at any depth`() {
    for number in [Double.nan, .signalingNaN, -.nan, Double(nan: 5, signaling: false)] {
      #expect(Difference(from: number, to: number) == nil)
      #expect(Difference(from: Reading(value: number), to: Reading(value: number)) == nil)
      #expect(Difference(from: [number, 1], to: [number, 1]) == nil)
      #expect(Difference(from: Set([number]), to: [number]) == nil)
      #expect(Difference(from: [number: number], to: [number: number]) == nil)
      #expect(Difference(from: Double?.some(number), to: number) == nil)
    }
    #expect(Difference(from: Decimal.nan, to: Decimal.nan) == nil)
    #expect(Difference(from: Double.nan, to: 1)?.description == "- nan\n+ 1.0")
  }

  @Test func `of values with NaN contains only their other changes`() {
    #expect(difference(Reading()) { $0.name = "b" } == "name\n  - \"a\"\n  + \"b\"")
    #expect(
      difference([Reading(), Reading(id: 2)]) { $0.remove(at: 0) }?.hasPrefix("[0]\n  - Reading(id: 1.0") == true)
    #expect(difference([Reading(id: .nan)]) { $0.append(Reading()) }?.hasPrefix("[1]\n  + Reading(id: 1.0") == true)
    #expect(difference([Double.nan: 1, 2: 2]) { $0[2] = 3 } == "[2.0]\n  - 2\n  + 3")
  }

  private struct Hidden: Equatable, CustomReflectable {
    var secret: Int
    let run: @Sendable () -> Void = {}
    static func == (one: Hidden, other: Hidden) -> Bool { one.secret == other.secret }
    var customMirror: Mirror { Mirror(self, children: ["run": run], displayStyle: .struct) }
  }

  @Test func `of values that differ only by their own equality is the values themselves`() {
    #expect(Difference(from: Hidden(secret: 1), to: Hidden(secret: 2))?.changes.count == 1)
    #expect(Difference(from: [Hidden(secret: 1)], to: [Hidden(secret: 2)])?.changes.count == 1)
  }

  @Test func `of values without parts is the values themselves`() {
    #expect(difference(1) { $0 = 2 } == "- 1\n+ 2")
    #expect(Difference(from: Object(), to: Object())?.changes.count == 1)
  }

  private indirect enum Chain { case end, node(Int, Chain) }

  @Test func `of deep values is reported at its path, and only there`() {
    let chain = (0..<100).reduce(Chain.end) { .node($1, $0) }
    let other = (1..<100).reduce(Chain.node(-1, .end)) { .node($1, $0) }
    #expect(Difference(from: chain, to: chain) == nil)
    #expect(Difference(from: chain, to: other)?.description.hasSuffix(".node.0\n  - 0\n  + -1") == true)
  }

  /// An array in an array, and so on.
  private struct Nested { var below: [Nested] }

  @Test func `of very deep values is reported on the small stack of another thread`() {
    let chain = (0..<3_000).reduce(Chain.end) { .node($1, $0) }
    let other = (1..<3_000).reduce(Chain.node(-1, .end)) { .node($1, $0) }
    let nested = (0..<3_000).reduce(Nested(below: [])) { one, _ in Nested(below: [one]) }
    let longer = (0..<3_000).reduce(Nested(below: [Nested(below: [])])) { one, _ in Nested(below: [one]) }
    let texts = Recorder<String>()
    let done = DispatchSemaphore(value: 0)
    // SAFETY: the values are only read, while this thread waits.
    nonisolated(unsafe) let pairs: [(Any, Any)] = [
      (chain, chain), (chain, other), (nested, longer), ([chain, chain], [other]),
    ]
    let thread = Thread {
      for (one, other) in pairs {
        texts.record(
          Difference(from: one, to: other).map { "\($0.changes.count) \($0.changes[0].before?.count ?? 0)" } ?? "")
      }
      done.signal()
    }
    thread.stackSize = 512 * 1024
    thread.start()
    done.wait()
    #expect(texts.values.count == 4)
    #expect(texts.values.prefix(2) == ["", "1 1"])
    #expect(texts.values.dropFirst(2).allSatisfy { !$0.isEmpty })
  }

  @Test func `of very deep values has a shortened path`() {
    let chain = (0..<500).reduce(Chain.end) { .node($1, $0) }
    let other = (1..<500).reduce(Chain.node(-1, .end)) { .node($1, $0) }
    let path = Difference(from: chain, to: other)?.changes.first?.path ?? ""
    #expect(path.hasPrefix("node.1.node.1.node.1"))
    #expect(path.hasSuffix(".node.1.…"))
    #expect(path.count < 1000)
  }

  @Test func `distinguishes nil from an optional that contains nil`() {
    #expect(Difference(from: Int??.none, to: Int??.some(nil))?.description == "- nil\n+ .some(nil)")
    #expect(Difference(from: Int??.some(nil), to: Int??.some(1))?.description == "- nil\n+ 1")
    #expect(Difference(from: Int??.some(nil), to: Int??.some(nil)) == nil)
  }

  private final class Node: Equatable {
    var value: Int
    var next: [Node] = []
    init(_ value: Int) { self.value = value }
    static func == (one: Node, other: Node) -> Bool { one.value == other.value }
  }

  @Test func `of objects with reference cycles is reported, and terminates`() {
    let (one, other) = (Node(0), Node(1))
    (one.next, other.next) = ([one, other], [other, one])
    #expect(
      Difference(from: one, to: other)?.description == """
        value
          - 0
          + 1
        next[0]
          - Node(value: 0, next: [Node, Node])
          + Node(value: 1, next: [Node, Node])
        next[1].value
          - 1
          + 0
        next[1].next[0]
          - Node(value: 1, next: [Node, Node])
          + Node(value: 0, next: [Node, Node])
        next[1].next[1]
          - Node(value: 0, next: [Node, Node])
          + Node(value: 1, next: [Node, Node])
        """)
    (one.next, other.next) = ([], [])
  }

  @Test func `uses a type's own equality`() {
    struct Money: Equatable {
      var amount: Int
      var note: String
      static func == (one: Money, other: Money) -> Bool { one.amount == other.amount }
    }
    #expect(Difference(from: Money(amount: 1, note: "a"), to: Money(amount: 1, note: "b")) == nil)
  }

  @Test func `of an existential reports a changed type`() {
    let before: any Sendable = 1
    let after: any Sendable = "a"
    #expect(Difference(from: before, to: after)?.description == "- 1\n+ \"a\"")
  }

  @Test func `shortens a long collection`() {
    let text = Difference(from: [[Int]](), to: [Array(0..<100)])?.description ?? ""
    #expect(text.hasSuffix("19, … 80 more]"))
  }

  private struct Item: Identifiable, Equatable {
    let id: Int
    var count = 0
  }

  @Test func `matches elements by identity`() {
    #expect(
      difference(OrderedState([Item(id: 1), Item(id: 2), Item(id: 3)])) {
        $0.remove(id: 1)
        $0[id: 3]?.count = 5
      } == "[0]\n  - Item(id: 1, count: 0)\n[1].count\n  - 0\n  + 5")
  }

  @Test(.timeLimit(.minutes(5)), arguments: [0, 5_000])
  func `of collections with many new elements takes time in proportion to their number`(count: Int) throws {
    let old = OrderedState((0..<count).map { Item(id: -$0 - 1) })
    let new = OrderedState((0...20_000).map { Item(id: $0) })
    #expect(try #require(Difference(from: old, to: new)).changes.count == count + 20_001)
    #expect(try #require(Difference(from: new, to: old)).changes.count == count + 20_001)
  }

  @Test func `matches elements of large collections by identity, and others by their index`() throws {
    let items = OrderedState((0..<4_000).map { Item(id: $0) })
    let text = difference(items) {
      $0.remove(id: 1)
      $0.move(from: [3_000], to: 10)
      $0[id: 7]?.count = 5
      $0[id: 3_999]?.count = 6
    }
    #expect(text == "[1]\n  - Item(id: 1, count: 0)\n[6].count\n  - 0\n  + 5\n[3998].count\n  - 0\n  + 6")
    #expect(
      Difference(from: Array(0..<3_000), to: [-1] + Array(1..<2_999) + [-2, -3])?.description
        == "[0]\n  - 0\n  + -1\n[2999]\n  - 2999\n  + -2\n[3000]\n  + -3")
  }

  private struct Home {}
  private struct Settings {}
  private final class Model {}

  private struct Tracking {
    @Tracked var route: any Sendable = Home()
    @Tracked var model = Model()
  }

  @Test func `looks into a tracked value, whose mirror is that of the value`() {
    #expect(difference(Tracking()) { _ in } == nil)
    #expect(difference(Tracking()) { $0.route = Settings() } == "_route\n  - Home()\n  + Settings()")
  }

  private struct Bag: CustomReflectable {
    var count: Int
    var customMirror: Mirror { Mirror(self, children: (0..<count).map { ("part\($0)", $0) }, displayStyle: .struct) }
  }

  @Test func `reports a part that only one of two values reflects`() {
    #expect(Difference(from: Bag(count: 1), to: Bag(count: 2))?.description == "part1\n  + 1")
    #expect(Difference(from: Bag(count: 2), to: Bag(count: 1))?.description == "part1\n  - 1")
  }
}
