import Puredux
import PureduxTesting
import Testing

private protocol TripAction: Sendable {}

extension ActionPlan: TripAction {}

private struct Pack: TripAction {
  let thing: String
}

private struct Moved: TripAction {
  let place: String
}

private struct Trip: Sendable, Equatable {
  var luggage: [String]?
  var places: [String] = []

  mutating func reduce(_ action: any TripAction) {
    switch action {
    case let action as Pack: luggage = (luggage ?? []) + [action.thing]
    case let action as Moved: places.append(action.place)
    default: break
    }
  }
}

private typealias TripPlan = ActionPlan<Trip, any TripAction>

@Suite struct TripPlanTests {
  private let context = TestContext()
  private let store: StateStore<Trip, any TripAction>

  init() { store = context.run { StateStore(Trip()) { state, action in state.reduce(action) } } }

  private let pack = TripPlan { store in
    guard store.state?.luggage == nil else { return }
    store.dispatch(Pack(thing: "tent"))
    store.dispatch(Pack(thing: "map"))
    store.dispatch(Pack(thing: "tea"))
  }

  @Test func `a plan reads the state, and dispatches several actions if necessary`() {
    store.dispatch(pack)
    context.runUntilIdle()
    #expect(store.state.luggage == ["tent", "map", "tea"])
    store.dispatch(pack)
    context.runUntilIdle()
    #expect(store.state.luggage == ["tent", "map", "tea"])
  }

  @Test func `a plan dispatches what a service publishes, until its token ends it`() {
    let (places, service) = AsyncStream.makeStream(of: String.self)
    let follow = TripPlan { _ in places.map { Moved(place: $0) as any TripAction } }
    let token = store.start(follow)
    context.runUntilIdle()
    service.yield("Turin")
    service.yield("Milan")
    context.runUntilIdle()
    #expect(store.state.places == ["Turin", "Milan"])
    token.cancel()
    service.yield("Rome")
    context.runUntilIdle()
    #expect(store.state.places == ["Turin", "Milan"])
  }

  @Test func `a plan does asynchronous work outside the reducer`() {
    let wait = TripPlan { store in
      try await StoreContext.current.clock.sleep(.seconds(3600))
      await store.send(Moved(place: "home"))
    }
    store.dispatch(wait)
    store.dispatch(Moved(place: "away"))
    context.advance(by: .seconds(3599))
    #expect(store.state.places == ["away"])
    context.advance(by: .seconds(1))
    #expect(store.state.places == ["away", "home"])
  }
}
