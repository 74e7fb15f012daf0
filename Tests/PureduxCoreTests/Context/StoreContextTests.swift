import PureduxCore
import Testing

@Suite struct StoreContextTests {
  private enum Name: StoreContextKey { static var defaultValue: String { "none" } }

  @Test func `a scope's value applies inside the scope, and nested scopes override outer ones`() {
    #expect(StoreContext.current[Name.self] == "none")
    StoreContext.with {
      $0[Name.self] = "outer"
    } operation: {
      #expect(StoreContext.current[Name.self] == "outer")
      StoreContext.with {
        $0[Name.self] = "inner"
      } operation: {
        #expect(StoreContext.current[Name.self] == "inner")
      }
      #expect(StoreContext.current[Name.self] == "outer")
    }
  }

  private enum Guest: StoreContextKey { static var defaultValue: String? { "nobody" } }
  private enum Door: StoreContextKey { static var defaultValue: Int? { nil } }

  @Test func `an optional value is nil only where it was set to nil`() {
    StoreContext.with {
      $0[Name.self] = "a context that holds something else"
    } operation: {
      #expect(StoreContext.current[Guest.self] == "nobody")
      StoreContext.setProcessWide(Guest.self, to: "everybody")
      #expect(StoreContext.current[Guest.self] == "everybody")
      StoreContext.with {
        $0[Guest.self] = nil
      } operation: {
        #expect(StoreContext.current[Guest.self] == nil)
      }
      #expect(StoreContext.current[Door.self] == nil)
      StoreContext.setProcessWide(Door.self, to: 7)
      #expect(StoreContext.current[Door.self] == 7)
      StoreContext.setProcessWide(Door.self, to: nil)
      #expect(StoreContext.current[Door.self] == nil)
      StoreContext.setProcessWide(Guest.self, to: nil)
      #expect(StoreContext.current[Guest.self] == nil)
    }
  }

  @Test func `a store keeps the context in which it was created, and a child's own context overrides it`() {
    let runner = ManualRunner()
    func store() -> StateStore<String, Void> {
      StateStore("", runner: runner) { (name: inout String, _: Void) in name = StoreContext.current[Name.self] }
    }
    let root = StoreContext.with {
      $0[Name.self] = "root"
    } operation: {
      store()
    }
    let child = StoreContext.with {
      $0[Name.self] = "child"
    } operation: {
      root.with("") { (name: inout String, _: Void) in name = StoreContext.current[Name.self] }
    }
    StoreContext.with {
      $0[Name.self] = "elsewhere"
    } operation: {
      child.dispatch(())
    }
    runner.runUntilIdle()
    #expect(child.state.0 == "root")
    #expect(child.state.1 == "child")
  }
}
