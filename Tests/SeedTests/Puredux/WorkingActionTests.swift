import Puredux
import PureduxTesting
import Testing

private protocol Action: Sendable {}

private struct WeatherLoaded: Action {
  let degrees: Int
}

private struct WeatherFailed: Action {
  let reason: String
}

@available(*, deprecated)
private struct LoadWeather: Action, AsyncAction {
  let station: Station

  func execute(completeHandler: @escaping (any Action) -> Void) {
    station.measure {
      switch $0 {
      case .success(let degrees):
        completeHandler(WeatherLoaded(degrees: degrees))
      case .failure(let error):
        completeHandler(WeatherFailed(reason: error.reason))
      }
    }
  }
}

/// A service with callbacks, like the client of a server.
private struct Station: Sendable {
  struct Failure: Error { let reason: String }

  let result: Result<Int, Failure>

  func measure(_ completion: (Result<Int, Failure>) -> Void) { completion(result) }
}

private struct Weather: Sendable, Equatable {
  var isLoading = false
  var degrees: Int?
  var problem: String?

  @available(*, deprecated)
  mutating func reduce(_ action: any Action) {
    switch action {
    case is LoadWeather:
      isLoading = true
    case let action as WeatherLoaded:
      (isLoading, degrees) = (false, action.degrees)
    case let action as WeatherFailed:
      (isLoading, problem) = (false, action.reason)
    default:
      break
    }
  }
}

@Suite struct WorkingActionTests {
  private let states = Recorder<Weather>()

  @available(*, deprecated)
  private func states(after result: Result<Int, Station.Failure>) async -> [Weather] {
    let store = StateStore<Weather, any Action>(Weather()) { state, action in state.reduce(action) }
    let states = states
    let token = store.subscribe { states.record($0) }
    store.dispatch(LoadWeather(station: Station(result: result)))
    let seen = await states.values(count: 3)
    token.cancel()
    return seen
  }

  @available(*, deprecated)
  @Test func `an action that does work is reduced, then executed, and its result is an action again`() async {
    #expect(
      await states(after: .success(21)) == [
        Weather(), Weather(isLoading: true), Weather(degrees: 21),
      ])
  }

  @available(*, deprecated)
  @Test func `an action that does work can report its failure`() async {
    #expect(
      await states(after: .failure(Station.Failure(reason: "storm"))) == [
        Weather(), Weather(isLoading: true), Weather(problem: "storm"),
      ])
  }
}
