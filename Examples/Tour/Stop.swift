/// One example of the tour, and what it shows.
struct Stop {
  let name: String
  let shows: String

  static let all = [
    Stop(name: "Counter", shows: "a state, its actions, a reducer, a store, and an observer: the smallest program"),
    Stop(name: "StoreTree", shows: "a tree of stores: actions go up to the root, states come down to the observers"),
    Stop(name: "SwappedDependencies", shows: "one feature with the live clock and with one that stands still"),
    Stop(name: "Downloads", shows: "work that the state asks for, with progress, retries and cancelling"),
    Stop(name: "Todo", shows: "a whole application in the terminal, with filters, undo and a detail screen"),
  ]
}
