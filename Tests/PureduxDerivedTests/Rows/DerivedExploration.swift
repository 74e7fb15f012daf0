import PureduxDerived
import PureduxTesting
import Testing

private struct Cities: Sendable {
  struct City: Identifiable, Hashable, Sendable {
    var id: Int
    var people = 0
  }

  enum Action: Equatable, Sendable {
    case add, remove(Int), grow(Int), rename(Int), toFront(Int), least(Int)
  }

  var all: OrderedState<City> = []
  var least = 0
  var lastID = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .add:
      lastID += 1
      all.append(City(id: lastID, people: lastID % 3))
    case .remove(let id): all.remove(id: id)
    case .grow(let id): all[id: id]?.people += 2
    case .rename(let id):
      lastID += 1
      all[id: id]?.id = lastID
    case .toFront(let id): all.index(id: id).map { all.move(from: [$0], to: 0) }
    case .least(let least): self.least = least
    }
  }

  /// The cities that have at least some people, computed anew.
  func big(_ more: Int) -> [Int] { all.filter { $0.people >= least + more }.map(\.id) }
}

/// What screens derive from a store, with their observers.
private final class Screens {
  let root: StateStore<Cities, Cities.Action>
  let big: StateStore<[Int], Cities.Action>
  let sorted: StoreRows<Cities.City, Cities.Action>
  let shown = Guarded<(big: [Int], sorted: [Int], followed: [Int])>(([], [], []))
  private var subscriptions: [StoreSubscription] = []

  init() {
    root = StateStore(Cities()) { $0.reduce($1) }
    let selector = root.selector(for: Int.self, \.all, \.least) { all, least, more in
      all.filter { $0.people >= least + more }.map(\.id)
    }
    big = selector[1]
    sorted = root.rows(\.all, where: { $0.people > 0 }, by: { -$0.people })
    subscriptions = [
      big.subscribe { [shown] ids in shown.withLock { $0.big = ids } },
      sorted.observe { [shown] rows, changes in
        shown.withLock { ($0.sorted, $0.followed) = (Array(rows), Self.ids($0.followed, Array(rows), changes)) }
      },
    ]
  }

  /// The rows of a screen that applies only the changes.
  private static func ids(_ old: [Int], _ new: [Int], _ changes: [ElementChange<Int>]?) -> [Int] {
    guard let changes else { return new }
    return changes.reduce(into: old) { ids, change in
      switch change {
      case .updated: break
      case .inserted(let id, let row): ids.insert(id, at: row)
      case .removed(_, let row): ids.remove(at: row)
      case .moved(_, let from, let to): ids.insert(ids.remove(at: from), at: to)
      }
    }
  }
}

@Suite struct `The exploration of derived states` {
  @Test(arguments: UInt64(0)..<3) func `finds nothing`(seed: UInt64) {
    Exploration(server: ()) { _ in
      Screens()
    } root: { screens in
      screens.root
    } actions: { cities, _ in
      cities.all.reduce(into: [.add, .least(0), .least(1), .least(3)]) { actions, city in
        actions += [.remove(city.id), .grow(city.id), .rename(city.id), .toFront(city.id)]
      }
    } send: { screens, action in
      screens.root.dispatch(action)
    }
    .always("the selector has the big cities", { $0.app.big.state }, equals: { $0.state.big(1) })
    .always("its observer was given them", { $0.app.shown.withLock { $0.big } }, equals: { $0.state.big(1) })
    .always("the changes of the rows lead to the rows") { $0.app.shown.withLock { $0.sorted == $0.followed } }
    .always("the rows are the cities with people, the largest first") { moment in
      let people = moment.app.shown.withLock { $0.sorted }.map { moment.state.all[id: $0]?.people ?? 0 }
      return people == moment.state.all.map(\.people).filter { $0 > 0 }.sorted(by: >)
    }
    .always("an observer has the rows that are computed anew") { moment in
      Set(moment.app.shown.withLock { $0.sorted }) == Set(moment.app.sorted.current)
    }
    .run(runs: 30, seed: seed)
  }
}
