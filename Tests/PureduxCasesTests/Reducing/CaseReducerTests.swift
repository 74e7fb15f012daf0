import PureduxCases
import PureduxTesting
import Testing

private enum LoginAction: Sendable { case setName(String) }

@Cases
private enum AppAction: Sendable {
  case login(LoginAction)
  case close
}

private struct AppState: Sendable {
  var login = Login()
  var route = Route.home
}

private struct LoginReducer: Reducing {
  func reduce(_ state: inout Login, _ action: LoginAction) {
    switch action {
    case .setName(let name): state.name = name
    }
  }
}

struct CaseReducerTests {
  @Test func `a reducer of a part accepts the actions of one case`() async {
    let store = StateStore<AppState, AppAction>(
      AppState(), reducer: LoginReducer().lifted(to: \.login, extracting: \.login))
    await store.send(.login(.setName("Ada")))
    await store.send(.close)
    #expect(store.state.login.name == "Ada" && store.state.route == .home)
  }

  @Test func `a reducer of a case changes it while it is current`() async {
    let store = StateStore<Route, AppAction>(
      .login(Login()), reducer: LoginReducer().lifted(toCase: \.login, extracting: \.login))
    await store.send(.login(.setName("Ada")))
    #expect(store.state == .login(Login(name: "Ada")))
    let other = StateStore<Route, AppAction>(
      .item(id: 1), reducer: LoginReducer().lifted(toCase: \.login, extracting: \.login))
    await other.send(.login(.setName("Ada")))
    #expect(other.state == .item(id: 1))
  }

  @Test func `a reducer of the same state accepts the actions of one case`() async {
    let store = StateStore<Login, AppAction>(Login(), reducer: LoginReducer().lifted(to: \.self, extracting: \.login))
    await store.send(.login(.setName("Ada")))
    #expect(store.state.name == "Ada")
  }

  @Test func `a case in a part is reduced by two lifts`() async {
    let inRoute = LoginReducer().lifted(toCase: \Route.Cases.login, extracting: \AppAction.login)
    let store = StateStore<AppState, AppAction>(
      AppState(route: .login(Login())), reducer: inRoute.lifted(to: \.route) { $0 })
    await store.send(.login(.setName("Ada")))
    #expect(store.state.route == .login(Login(name: "Ada")))
  }
}
