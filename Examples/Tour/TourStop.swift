/// One example of the tour, and its subject.
struct TourStop {
  let name: String
  let shows: String

  static let all = [
    TourStop(name: "Counter", shows: "a state, its actions, a reducer, a store, and an observer: the smallest program"),
    TourStop(
      name: "StoreTree", shows: "a tree of stores: actions go up to the root, states come down to the observers"),
    TourStop(name: "SwappedDependencies", shows: "one feature with the live clock and with one that stands still"),
    TourStop(name: "Recorder", shows: "a mistake that a recording finds: the action that made it, and a test of it"),
    TourStop(name: "Downloads", shows: "work that the state asks for, with progress, retries and cancelling"),
    TourStop(
      name: "Notes", shows: "features that come and go: a form, screens, a sheet and a dialog, each with its own store"),
    TourStop(
      name: "Shop", shows: "server state: a cache, an infinite list, likes that are taken back, a basket edited offline"
    ),
    TourStop(
      name: "Shopping", shows: "one list in several terminals: each shows its own changes at once, in one order"),
    TourStop(name: "Todo", shows: "a whole application in the terminal, with filters, undo and a detail screen"),
  ]
}
