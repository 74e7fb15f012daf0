// The declarations that the examples in the comments of the cases use.
import PureduxCases

enum Loading: Sendable {
  case idle
  case failed(String)
}

struct Login: Sendable { var name = "" }
enum LoginAction: Sendable { case setName(String) }

struct LoginReducer: Reducing {
  func reduce(_ state: inout Login, _ action: LoginAction) {
    switch action {
    case .setName(let name): state.name = name
    }
  }
}

struct AppState: Sendable { var login = Login() }

@Cases
enum AppAction: Sendable {
  case login(LoginAction)
}

@Cases
enum Route: Sendable {
  case home
  case login(Login)
}

nonisolated(unsafe) var route = Route.home

let store = StateStore<AppState, AppAction>(
  AppState(), reducer: LoginReducer().lifted(to: \.login, extracting: \.login))
