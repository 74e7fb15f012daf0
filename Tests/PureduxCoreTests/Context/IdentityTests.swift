import Foundation
import PureduxCore
import Testing

@Suite struct IdentityTests {
  /// Creates a root and a child from one seed, the child in a separate scope if there is one, and returns the identity
  /// that the child's reducer creates.
  private func made(
    disturbed: Bool, inside scope: (@Sendable (inout StoreContext) -> Void)? = nil
  ) -> Identity? {
    let runner = ManualRunner()
    return StoreContext.with {
      $0.identities = IdentitySource(seed: 1)
    } operation: {
      let root = StateStore<Int, Int>(0, runner: runner) { _, _ in }
      let child = StoreContext.with {
        scope?(&$0)
      } operation: {
        root.with(Identity?.none) { made, _ in made = Identity() }
      }
      if disturbed { _ = Identity() }
      child.dispatch(1)
      runner.runUntilIdle()
      return child.state.1
    }
  }

  @Test func `L12: a child's identities come from its tree's seed, whatever else draws from that seed`() {
    #expect(made(disturbed: false) == made(disturbed: true))
    #expect(
      made(disturbed: false) { $0.keepsStateBeforeTurn = true }
        == made(disturbed: true) {
          $0.keepsStateBeforeTurn = true
        })
  }

  @Test func `L12: a child created in another seed's scope creates that seed's identities`() {
    #expect(made(disturbed: false) { $0.identities = IdentitySource(seed: 2) } != made(disturbed: false))
  }

  @Test func `a source does not retain the source that it was split from`() {
    var source = IdentitySource(seed: 1)
    weak let first: IdentitySource? = source
    source = source.split()
    #expect(first == nil)
  }

  @Test func `the identity of a UUID has the UUID's digits`() throws {
    let uuid = try #require(UUID(uuidString: "0102A3B4-05C6-0708-09D0-0B0C0D0E0FE0"))
    #expect(Identity(uuid).text == "0102a3b405c6070809d00b0c0d0e0fe0")
  }
}
