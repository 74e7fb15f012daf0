import Puredux

/// 100,000 rows. The cost of changing one row does not depend on the number of rows.
struct Warehouse: Feature {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var isPacked = false
  }

  enum Action: Equatable, Sendable { case pack(Int), unpackAll }

  var items: OrderedState<Item>

  init(count: Int = 100_000) { items = OrderedState((0..<count).map { Item(id: $0) }) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .pack(let id): items[id: id]?.isPacked = true
    case .unpackAll: items = OrderedState(items.map { Item(id: $0.id) })
    }
  }
}

extension StateStore<Warehouse, Warehouse.Action> {
  /// The rows that still have to be packed. Each update contains only the changed rows.
  var unpacked: StoreRows<Warehouse.Item, Warehouse.Action> { rows(\.items, where: { !$0.isPacked }) }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct WarehouseView: View {
    let items: StoreRows<Warehouse.Item, Warehouse.Action>
    @State private var ids = RowList<Int>()

    var body: some View {
      List {
        ForEach(ids, id: \.self) { id in
          // Only the views of changed rows are evaluated.
          StoreView(items.element(id)) { item, dispatch in
            Button("Pack \(item?.id ?? id)") { dispatch(.pack(id)) }
          }
        }
      }
      .subscribe(items) { rows, _ in ids = rows }
    }
  }
#endif

extension Study {
  static let largeList = Study("large-list", .scale, "100,000 rows, and updates of single rows") {
    let store = StateStore(feature: Warehouse()) { $0.reduce($1) }
    let subscription = store.unpacked.observe { rows, changes in
      print("    \(rows.count) rows, changed: \(changes.map { plain($0) } ?? "perhaps all")")
    }
    await store.settled()
    for action in [Warehouse.Action.pack(7), .pack(99_999), .unpackAll] {
      print("  > \(plain(action))")
      await store.send(action)
    }
    subscription.cancel()
  }
}
