import PureduxCollections
import PureduxEffects

/// A feature with one effect of each kind that features have.
struct Ticker: Feature, Identifiable {
  enum Action: Sendable { case tick, refresh, refreshed, cancel, flip }

  let id: Int
  var ticks = 0
  var results = 0
  var isReady = true
  var refreshing: Effect.State

  init(id: Int, refreshing: Effect.State = .idle()) { (self.id, self.refreshing) = (id, refreshing) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .tick: ticks += 1
    case .refresh: refreshing.run()
    case .refreshed:
      results += 1
      refreshing.succeed()
    case .cancel: refreshing.cancel()
    case .flip: isReady.toggle()
    }
  }

  static let effects: Effects = [
    .effect(whilePresent: "tick") { _, dispatch in
      Effect {
        while true {
          try await StoreContext.current.clock.sleep(.seconds(10))
          dispatch(.tick)
        }
      } onError: { _ in
      }
    },
    .effect(\.refreshing, name: "refresh") { state, dispatch in
      guard state.isReady else { return .postpone }
      return Effect {
        try? await StoreContext.current.clock.sleep(.seconds(1))
        dispatch(.refreshed)
      }
    },
  ]
}

/// A feature whose parts are in all positions, among them features of its own type.
struct Board: Feature, Identifiable {
  indirect enum Action: Sendable {
    case main(Ticker.Action)
    case sheet(Ticker.Action)
    case leaf(Ticker.Action)
    case wrapped(Ticker.Action)
    case row(Int, Ticker.Action)
    case named(String, Ticker.Action)
    case board(Int, Action)
    case edit(@Sendable (inout Board) -> Void)
  }

  enum Content: Sendable {
    case nothing, leaf(Ticker)

    var leaf: Ticker? {
      get { if case .leaf(let leaf) = self { leaf } else { nil } }
      set { if let newValue { self = .leaf(newValue) } }
    }
  }

  let id: Int
  var main = Ticker(id: 0)
  var sheet: Ticker?
  var content = Content.nothing
  var stored = Ticker(id: 0)
  var wrapped: Ticker? {
    get { stored.id == 0 ? nil : stored }
    set { if let newValue { stored = newValue } }
  }
  var rows: OrderedState<Ticker> = []
  var named: [String: Ticker] = [:]
  var boards: OrderedState<Board> = []

  mutating func reduce(_ action: Action) {
    switch action {
    case .main(let action): main.reduce(action)
    case .sheet(let action): sheet?.reduce(action)
    case .leaf(let action): content.leaf?.reduce(action)
    case .wrapped(let action): wrapped?.reduce(action)
    case .row(let id, let action): rows[id: id]?.reduce(action)
    case .named(let key, let action): named[key]?.reduce(action)
    case .board(let id, let action): boards[id: id]?.reduce(action)
    case .edit(let edit): edit(&self)
    }
  }

  static let effects: Effects = [
    .part(\.main, Action.main), .part(\.sheet, Action.sheet), .part(\.content.leaf, Action.leaf),
    .part({ $0.wrapped }, Action.wrapped), .parts(\.rows, Action.row), .parts(\.named, Action.named),
    .parts(\.boards, Action.board),
  ]
}
