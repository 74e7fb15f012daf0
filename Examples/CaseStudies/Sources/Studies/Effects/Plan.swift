import Puredux

/// A procedure of several steps, each of which reads the state, sends an action or waits.
struct Account: Feature, Equatable {
  enum Action: Equatable, Sendable { case typed(String), saved, leave, left }

  var draft: String? = "unsaved"
  var saved: [String] = []
  var isLeaving = false
  var isSignedIn = true

  mutating func reduce(_ action: Action) {
    switch action {
    case .typed(let text): draft = text
    case .saved:
      if let draft { saved.append(draft) }
      draft = nil
    case .leave: isLeaving = true
    case .left: (isLeaving, isSignedIn) = (false, false)
    }
  }

  /// Saves the draft, and signs out. If the plan is cancelled, the account stays signed in.
  static let signOut = ActionPlan<Account, Action> { store in
    await store.send(.leave)
    if store.state?.draft != nil {
      try await StoreContext.current.clock.sleep(.milliseconds(200))
      await store.send(.saved)
    }
    await store.send(.left)
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct AccountView: View {
    let store: StateStore<Account, Account.Action>

    var body: some View {
      StoreView(store) { account, _ in
        Text(account.isSignedIn ? "Signed in" : "Signed out")
        Button("Sign out") { store.run(Account.signOut) }
      }
    }
  }
#endif

extension Study {
  static let plan = Study("plan", .effects, "A procedure of several steps") {
    let store = StateStore(feature: Account()) { $0.reduce($1) }
    let stage = Stage(store) {
      "draft: \($0.draft ?? "none"), saved: \($0.saved), leaving: \($0.isLeaving), signed in: \($0.isSignedIn)"
    }
    print("  > the plan to sign out")
    store.run(Account.signOut)
    await stage.wait { !$0.isSignedIn }
  }
}
