import PureduxBindings
import SwiftUI
import Testing

/// Modifiers can be put on views outside of the main actor, as SwiftUI's own can.
nonisolated private func modified(_ store: StateStore<Library, any Action>) -> some View {
  Text("here")
    .subscribe(store) { _ in }
    .subscribe(store, options: UpdateOptions(throttleFor: 1)) { _ in }
    .onAppear(dispatch: Visit())
    .provideStore(store)
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct IsolationTests {
  @Test func `a view that was modified outside of the main actor does what it says`() async {
    let store = Library.store()
    let host = ViewHost(modified(store))
    host.appear()
    #expect(host.texts == ["here"])
    #expect(store.state.visits == 1)
  }
}
