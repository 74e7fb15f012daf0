import Observation
import Testing

@testable import PureduxBindings

@MainActor
@Suite struct StoreModelTests {
  private let store = Counting.store()

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a reader of the title is not invalidated by a change of the count`() async {
    let model = StoreModel(store)
    let (title, count) = (Shown<String>(), Shown<Int>())
    withObservationTracking {
      _ = model.title
    } onChange: {
      MainActor.assumeIsolated { title.show("changed") }
    }
    withObservationTracking {
      _ = model.count
    } onChange: {
      MainActor.assumeIsolated { count.show(1) }
    }
    store.dispatch(.add(1))
    #expect(await count.next() == 1)
    #expect(title.values == [])
    #expect(model.count == 1)
    store.dispatch(.name("a"))
    #expect(await title.next() == "changed")
    #expect(model.title == "a")
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a part that is not read again is released`() async {
    let model = StoreModel(store)
    let changed = Shown<Bool>()
    withObservationTracking {
      _ = model.count
    } onChange: {
      MainActor.assumeIsolated { changed.show(true) }
    }
    #expect(model.partCount == 1)
    store.dispatch(.add(1))
    #expect(await changed.next() == true)
    #expect(model.partCount == 0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a reader of a change that is undone is invalidated`() async {
    let store = Counting.store(runner: .main)
    let (model, screen) = (StoreModel(store), Screen())
    let (titles, told) = (Shown<String>(), Shown<Bool>())
    screen.subscribe(store, debounceFor: 0) { titles.show($0.title) }
    #expect(await titles.next() == "")
    withObservationTracking {
      _ = model.count
    } onChange: {
    }
    model.dispatch(.add(1))
    withObservationTracking {
      #expect(model.count == 1)
    } onChange: {
      MainActor.assumeIsolated { told.show(true) }
    }
    model.dispatch(.add(-1))
    model.dispatch(.name("end"))
    while let title = await titles.next(), title != "end" {}
    #expect(told.values == [true])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `the first reading has a state`() async {
    await store.send(.add(3))
    #expect(StoreModel(store).count == 3)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `with the main runner a change is read at once`() {
    let model = StoreModel(Counting.store(runner: .main))
    model.dispatch(.name("typed"))
    #expect(model.title == "typed")
  }
}
