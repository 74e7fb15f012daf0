import PureduxEffects

/// A state that requests work in each form, with a log of the work.
struct Screen: Sendable {
  var isOn = false
  var query = ""
  var jobs: [Effect.State] = []
  var done: [String] = []

  enum Action: Sendable {
    case set(Bool)
    case search(String)
    case jobs(@Sendable (inout [Effect.State]) -> Void)
    case done(String)
  }

  static let reduce: Reducer<Screen, Action> = { state, action in
    switch action {
    case .set(let isOn): state.isOn = isOn
    case .search(let query): state.query = query
    case .jobs(let change): change(&state.jobs)
    case .done(let name): state.done.append(name)
    }
  }

  static func store(in lab: Lab) -> StateStore<Screen, Action> { lab.store(Screen(), reducer: reduce) }
}
