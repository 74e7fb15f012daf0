import PureduxCompatibility
import PureduxEffects
import PureduxTesting
import Testing

/// Actions composed with the names of SwiftDux run as before.
@Suite struct SwiftDuxActionTests {
  private struct Append: ComposableAction { let text: String }

  @available(*, deprecated)
  @Test func `composed actions run from first to last, and an empty composition changes nothing`() {
    let runner = ManualRunner()
    let store = StateStore<String, any ComposableAction>("", runner: runner) { state, action in
      if let append = action as? Append { state += append.text }
    }
    store.dispatch(Append(text: "a").then([Append(text: "b"), EmptyAction(), Append(text: "c")]))
    store.dispatch(Append(text: "d").then(Append(text: "e"), Append(text: "f"), Append(text: "g")))
    runner.runUntilIdle()
    #expect(store.state == "abcdefg")
  }
}
