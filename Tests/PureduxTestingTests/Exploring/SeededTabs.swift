import PureduxEffects
import PureduxTesting

/// A browser whose tabs have stores of their own, with a mistake if a bug is given.
struct Tabs: Sendable {
  enum Bug: CaseIterable {
    case leaks, counts, circles, reportsMisuse, olderTokenWins, ignoresTenth
  }

  enum Action: Sendable, Equatable {
    case open, close(Int), loaded(Int), refresh, gotToken(Int), failed
  }

  struct Tab: Sendable {
    var pages = 0
  }

  let bug: Bug?
  var ids: [Int] = []
  var lastID = 0
  /// The number of pages of each open tab, as the root counts them.
  var counts: [Int: Int] = [:]
  var token = 0
  var refreshes: [Effect.State] = []

  mutating func reduce(_ action: Action) {
    switch action {
    case .open:
      lastID += 1
      ids.append(lastID)
      if bug != .ignoresTenth || ids.count < 10 { counts[lastID] = 0 }
    case .close(let id):
      ids.removeAll { $0 == id }
      if bug != .counts { counts[id] = nil }
    case .loaded(let id): if ids.contains(id) { counts[id, default: 0] += 1 }
    case .refresh:
      refreshes.removeAll { !$0.isInProgress }
      refreshes.append(.running())
    case .gotToken(let new):
      token = bug == .olderTokenWins ? new : max(token, new)
    case .failed: break
    }
  }
}

/// The stores of the browser: the root, and a store for each tab.
final class Browser {
  typealias Root = StateStore<Tabs, Tabs.Action>
  typealias TabStore = StateStore<(Tabs, Tabs.Tab), Tabs.Action>

  let root: Root
  private let bug: Tabs.Bug?
  private(set) var tabs: [Int: TabStore] = [:]

  init(_ outside: Outside<Int>, _ bug: Tabs.Bug?) {
    self.bug = bug
    root = Root(Tabs(bug: bug)) { $0.reduce($1) }
      .effect(collection: { $0.refreshes }, name: "refresh") { _, _, dispatch in
        Effect {
          let token = try await outside.call("token") {
            $0 += 1
            return $0
          }
          dispatch(.gotToken(token))
        } onError: { _ in
          dispatch(.failed)
        }
      }
    if bug == .circles {
      _ = root.effect(onChange: { $0.ids.count == 3 ? $0.counts : [:] }, name: "circle") { tabs, dispatch in
        Effect { if let id = tabs.ids.last { dispatch(.loaded(id)) } }
      }
    }
  }

  func send(_ action: Tabs.Action) {
    switch action {
    case .open:
      root.dispatch(action)
      let id = (tabs.keys.max() ?? 0) + 1
      let tab = root.with(Tabs.Tab(), named: "tab") { (tab: inout Tabs.Tab, action: Tabs.Action) in
        if action == .loaded(id) { tab.pages += 1 }
      }
      tabs[id] = bug == .leaks ? tab.effect(toggle: { $0.1.pages > 1 }) { [tab] _, _ in Effect { _ = tab.state } } : tab
    case .close(let id):
      root.dispatch(action)
      guard let weak = tabs.removeValue(forKey: id)?.weak() else { return }
      if bug == .reportsMisuse { weak.dispatch(.loaded(id)) }
    case .loaded(let id): (tabs[id] ?? tabs.values.first)?.dispatch(action)
    default: root.dispatch(action)
    }
  }

  static func exploration(_ bug: Tabs.Bug?) -> Exploration<Int, Browser, Tabs, Tabs.Action> {
    Exploration(server: 0) { outside in
      Browser(outside, bug)
    } root: {
      $0.root
    } actions: { tabs, browser in
      [.open, .refresh] + browser.tabs.keys.sorted().flatMap { [.close($0), .loaded($0)] }
    } send: {
      $0.send($1)
    }
    .always("only open tabs are counted") { Set($0.state.counts.keys).isSubset(of: $0.state.ids) }
    .always("each open tab is counted") { moment in moment.state.ids.allSatisfy { moment.state.counts[$0] != nil } }
    .everyTurn("the token is never older") { $2.token >= $0.token }
  }
}
