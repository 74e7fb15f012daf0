/// One example of the tour, and its subject.
struct TourStop {
  let name: String
  let shows: String

  static let all = [
    TourStop(name: "Counter", shows: "a state, its actions, a reducer, a store, and an observer: the smallest program"),
    TourStop(
      name: "StoreTree", shows: "a tree of stores: actions go up to the root, states come down to the observers"),
    TourStop(name: "SwappedDependencies", shows: "one feature with the real clock, and with a stopped one"),
    TourStop(name: "Recorder", shows: "a bug that a recording finds: the action that caused it, and a test"),
    TourStop(name: "Downloads", shows: "downloads described by the state, with progress, retries and cancellation"),
    TourStop(
      name: "Notes", shows: "features that come and go: a form, screens, a sheet and a dialog, each with its own store"),
    TourStop(
      name: "Shop",
      shows: "server state: a cache, an infinite list, likes that are rolled back, a basket edited offline"
    ),
    TourStop(
      name: "Shopping", shows: "one list in several terminals: each shows its own changes at once, in one order"),
    TourStop(name: "Todo", shows: "a whole application in the terminal, with filters, undo and a detail screen"),
  ]
}
