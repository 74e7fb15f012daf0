import Puredux
import PureduxCases

/// Several destinations, at most one of which is open: cases of an enumeration, each with its own feature.
struct Inventory: Feature, Equatable {
  @Cases
  enum Destination: Equatable, Sendable {
    case none
    case add(NewItem)
    case timer(EggTimer)
  }

  enum Action: Equatable, Sendable { case open(Destination), dismissed, add(NewItem.Action), timer(EggTimer.Action) }

  var items: [String] = []
  var destination = Destination.none

  mutating func reduce(_ action: Action) {
    switch action {
    case .open(let destination): self.destination = destination
    case .dismissed: destination = .none
    case .add(let action):
      guard let added = destination.modify(\.add, { $0.reduce(action) }) ?? nil else { return }
      items.append(added)
      destination = .none
    case .timer(let action): destination.modify(\.timer) { $0.reduce(action) }
    }
  }

  // The work of a case ends when the enumeration has another case.
  static let effects: Effects = [.part(\.destination.timer, Action.timer)]
}

/// Returns the added name to its parent as the result of its reducer.
struct NewItem: Feature, Equatable {
  enum Action: Equatable, Sendable { case typed(String), save }

  var name = ""

  mutating func reduce(_ action: Action) -> String? {
    switch action {
    case .typed(let name): self.name = name
    case .save where !name.isEmpty: return name
    case .save: break
    }
    return nil
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct InventoryView: View {
    let store: StateStore<Inventory, Inventory.Action>

    var body: some View {
      StoreView(store) { inventory, dispatch in
        VStack {
          ForEach(inventory.items, id: \.self) { Text($0) }
          Button("Add") { dispatch(.open(.add(NewItem()))) }
          Button("Timer") { dispatch(.open(.timer(EggTimer()))) }
        }
        .sheet(isPresented: isOpen(inventory.destination.is(\.add))) {
          let item = store.part(\.destination.add, initial: NewItem(), Inventory.Action.add)
          TextField("Name", text: item.binding(\.name) { .typed($0) })
          Button("Save") { item.dispatch(.save) }
        }
        .sheet(isPresented: isOpen(inventory.destination.is(\.timer))) {
          EggTimerView(store: store.part(\.destination.timer, initial: EggTimer(), Inventory.Action.timer))
        }
      }
    }

    private func isOpen(_ isOpen: Bool) -> Binding<Bool> {
      Binding(get: { isOpen }, set: { if !$0 { store.dispatch(.dismissed) } })
    }
  }
#endif

extension Study {
  static let destinations = Study("destinations", .navigation, "Several destinations, one of which is open") {
    let stage = Stage(StateStore(feature: Inventory()) { $0.reduce($1) }) { "\($0.items), \(plain($0.destination))" }
    for action in [
      Inventory.Action.open(.add(NewItem())), .add(.typed("Lamp")), .add(.save), .open(.timer(EggTimer(left: 2))),
      .timer(.startOrPause),
    ] { await stage.send(action) }
    await stage.wait { $0.destination.timer?.left == 0 }
    await stage.send(.dismissed)
  }
}
