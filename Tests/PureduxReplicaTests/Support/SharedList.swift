import PureduxTesting
@testable import PureduxReplica

/// A list that replicas share. Its reducer draws identities and times, and rejects what is impossible.
struct SharedList: Codable, Equatable, Sendable {
  struct Item: Identifiable, Codable, Equatable, Sendable {
    let id: Identity
    var text: String
    var count = 0
    var time = Duration.zero
  }

  var items: OrderedState<Item> = []
  var title = ""
  /// Changes before an action is rejected: a trace that a rejected action must not leave.
  var turns = 0

  mutating func reduce(_ action: ListAction) throws {
    turns += 1
    let now = StoreContext.current.clock.now()
    switch action {
    case .add(let text): items.append(Item(id: Identity(), text: text, time: now))
    case .addSome(let text):
      for index in 0...(items.count % 3) { items.append(Item(id: Identity(), text: "\(text)\(index)", time: now)) }
    case .count(let id):
      guard items.contains(id: id) else { throw MissingItem() }
      items[id: id]?.count += 1
    case .edit(let id, let text):
      items[id: id]?.text = text
      items[id: id]?.time = now
    case .remove(let id): if items.remove(id: id) == nil { throw MissingItem() }
    case .move(let id, let place):
      guard let item = items.remove(id: id) else { return }
      items.insert(item, at: min(place, items.count))
    case .sort: items.sort { $0.text < $1.text }
    case .replace(let text): items = OrderedState([Item(id: Identity(), text: text)])
    case .title(let text): title = text
    }
  }

  static let parts: [ReplicaPart<SharedList>] = [.elements(\.items), .value(\.title), .value(\.turns)]
}

struct MissingItem: Error, Equatable {}

enum ListAction: Codable, Equatable, Sendable {
  case add(String)
  /// Draws a number of identities that depends on the list.
  case addSome(String)
  case count(Identity), edit(Identity, String), remove(Identity), move(Identity, Int), sort
  /// Replaces the whole collection, which parts cannot revert.
  case replace(String)
  case title(String)
}

extension ListAction {
  /// A random action of a replica that shows some items.
  static func random(
    at time: Int, by author: Int, in items: OrderedState<SharedList.Item>, using random: inout SeededGenerator
  ) -> ListAction {
    let id = items.randomElement(using: &random)?.id ?? Identity()
    return switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: .add("t\(time)")
    case 4..<6: .addSome("s\(time)")
    case 6..<11: .count(id)
    case 11..<13: .edit(id, "e\(time)")
    case 13..<15: .remove(id)
    case 15..<17: .move(id, .random(in: 0..<5, using: &random))
    case 17: Int.random(in: 0..<100, using: &random) < 40 ? .sort : .count(id)
    case 18: Int.random(in: 0..<100, using: &random) < 30 ? .replace("r\(time)") : .count(id)
    default: .title("c\(author) \(time)")
    }
  }
}

/// The actions of an app: of the shared list, and of its own screen.
enum AppAction: Sendable {
  case list(ListAction), select(Int), refresh, failed

  var shared: ListAction? { if case .list(let action) = self { action } else { nil } }
}

typealias ListStore = StateStore<ReplicaState<SharedList, ListAction>, ListAction>
typealias ListFold = ReplicaFold<SharedList, ListAction>
typealias ListRules = ReplicaRules<SharedList, ListAction>

extension ReplicaRules<SharedList, ListAction> {
  static let withParts = ListRules(parts: SharedList.parts, mayReject: true) { try $0.reduce($1) }
  static let withCopies = ListRules(mayReject: true) { try $0.reduce($1) }
}

extension ReplicaCoding<SharedList, ListAction> {
  static let list = ReplicaCoding<SharedList, ListAction>(version: 1) { try decodeShared($1) }
}

extension StateStore where State == ReplicaState<SharedList, ListAction>, Action == ListAction {
  init(
    _ log: ReplicaLog, version: UInt32 = 1, parts: [ReplicaPart<SharedList>]? = SharedList.parts,
    initial: SharedList = SharedList()
  ) {
    self.init(
      replica: initial, in: log, version: version, parts: parts, sharing: { $0 }, reducer: { try $0.reduce($1) })
  }

  var texts: [String] { state.items.map(\.text) }
}
