import PureduxDependencies
import Testing

extension Dependencies {
  @DependencyEntry fileprivate var number = 1
  @DependencyEntry fileprivate var other = 2
  @DependencyEntry fileprivate var madeInOverride = Dependencies[\.number] * 100
  @DependencyEntry fileprivate var followed = { Dependencies[\.number] * 100 }
  @DependencyEntry fileprivate var sawNoContext = StoreContext.current.isEmpty
  @DependencyEntry fileprivate var injected = "default"
}

extension SharedStores {
  @StoreEntry fileprivate var numbers = StateStore<[Int], Void>([]) { state, _ in
    state.append(Dependencies[\.number])
  }
  @StoreEntry fileprivate var first = StateStore<[Int], Void>([]) { state, _ in
    state.append(Dependencies[\.number])
  }
}

private func makeStore() -> StateStore<[Int], Void> {
  StateStore([]) { state, _ in state.append(Dependencies[\.number]) }
}

struct OverrideTests {
  @Test func `an override ends with its scope, and the innermost is in force`() {
    #expect(Dependencies[\.number] == 1)
    Dependencies.with {
      $0.number = 10
    } operation: {
      #expect(Dependencies[\.number] == 10 && Dependencies[\.other] == 2)
      Dependencies.with {
        $0.other = 20
        $0.number += 1
      } operation: {
        #expect(Dependencies[\.number] == 11 && Dependencies[\.other] == 20)
      }
      #expect(Dependencies[\.number] == 10 && Dependencies[\.other] == 2)
    }
    #expect(Dependencies[\.number] == 1)
  }

  @Test func `an override applies to the tasks that are started in it`() async {
    let number = await Dependencies.with {
      $0.number = 10
    } operation: {
      async let inChild = Dependencies[\.number]
      return await (inChild, Task { Dependencies[\.number] }.value, Task.detached { Dependencies[\.number] }.value)
    }
    #expect(number == (10, 10, 1))
  }

  @Test func `an override ends when its scope throws`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Dependencies.with {
        $0.number = 10
      } operation: {
        throw Failure()
      }
    }
    #expect(throws: Failure.self) {
      try Dependencies.with { (_: inout Dependencies) in
        throw Failure()
      } operation: {
      }
    }
    #expect(Dependencies[\.number] == 1)
  }

  @Test func `a store keeps the overrides of the scope in which it was created`() async {
    let store = Dependencies.with {
      $0.number = 10
    } operation: {
      makeStore()
    }
    await store.send(())
    await Dependencies.with {
      $0.number = 99
    } operation: {
      await store.send(())
    }
    #expect(store.state == [10, 10])
  }

  @Test func `a store created outside of an override does not see the override`() async {
    let store = makeStore()
    await Dependencies.with {
      $0.number = 10
    } operation: {
      await store.send(())
    }
    #expect(store.state == [1])
  }

  @Test func `reducers that run where the action was dispatched do not see the dispatcher's overrides`() {
    let runner = ManualRunner()
    let store = StateStore<[Int], Void>([], runner: runner) { state, _ in state.append(Dependencies[\.number]) }
    Dependencies.with {
      $0.number = 10
    } operation: {
      store.dispatch(())
      runner.runUntilIdle()
    }
    #expect(store.state == [1])
  }

  @Test func `a child adds its overrides to those of its parent`() async {
    let parent = Dependencies.with {
      $0.number = 10
    } operation: {
      makeStore()
    }
    let child = Dependencies.with {
      $0.other = 20
    } operation: {
      parent.with([Int]()) { state, _ in state += [Dependencies[\.number], Dependencies[\.other]] }
    }
    let grandchild = Dependencies.with {
      $0.number = 30
    } operation: {
      child.with([Int]()) { state, _ in state += [Dependencies[\.number], Dependencies[\.other]] }
    }
    await grandchild.send(())
    #expect(parent.state == [10])
    #expect(child.state.1 == [10, 20])
    #expect(grandchild.state.1 == [30, 20])
  }

  @Test func `a shared store can be replaced in a scope`() async {
    let mine = makeStore()
    await SharedStores.with {
      $0.numbers = mine
    } operation: {
      @StoreOf(\.numbers) var numbers
      await SharedStores[\.numbers].send(())
      await numbers.send(())
    }
    #expect(mine.state == [1, 1])
    #expect(SharedStores[\.numbers].state == [])
  }

  @Test func `a dependency's default that is created in an override belongs to the process`() {
    Dependencies.with {
      $0.number = 10
    } operation: {
      #expect(Dependencies[\.madeInOverride] == 100)
      // A default that is a closure reads the entry when it is called.
      #expect(Dependencies[\.followed]() == 1000)
    }
    #expect(Dependencies[\.madeInOverride] == 100 && Dependencies[\.followed]() == 100)
  }

  @Test func `a shared store that is first created in an override does not keep the override`() async {
    let store = Dependencies.with {
      $0.number = 10
    } operation: {
      SharedStores[\.first]
    }
    await store.send(())
    #expect(store.state == [1])
  }

  @Test func `a default captures nothing of the context in which it is first read`() {
    StoreContext.with {
      $0.misuseReporter = MisuseReporter { _ in }
    } operation: {
      #expect(Dependencies[\.sawNoContext])
    }
  }

  @Test func `an override takes precedence over values that are set for the process`() {
    Dependencies.with {
      $0.injected = "override"
    } operation: {
      Dependencies[\.injected] = "process"
      #expect(Dependencies[\.injected] == "override")
    }
    #expect(Dependencies[\.injected] == "process")
  }

  @Test(arguments: 0..<1000)
  func `concurrent tests each see their own override, even in background reducers`(_ mine: Int) async {
    await Dependencies.with {
      $0.number = mine
    } operation: {
      let store = makeStore()
      let child = store.with([Int]()) { state, _ in state.append(Dependencies[\.number]) }
      await child.send(())
      await store.send(())
      #expect(store.state == [mine, mine] && child.state.1 == [mine])
      #expect(Dependencies[\.number] == mine)
    }
  }
}
