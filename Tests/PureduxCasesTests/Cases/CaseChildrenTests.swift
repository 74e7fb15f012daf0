import PureduxCases
import PureduxChildren
import PureduxTesting
import Testing

@Cases
private enum Modal: Sendable, Equatable {
  case none
  case login(Credentials)
  case alert(String)
}

private struct Credentials: Sendable, Equatable {
  var name = ""
}

private struct App: Sendable {
  var modal = Modal.none
  var taps = 0
}

@Cases
private enum AppAction: Sendable {
  case show(Modal)
  case login(LoginAction)
}

private enum LoginAction: Sendable { case typed(String), tap }

private struct LoginReducer: Reducing {
  func reduce(_ login: inout Credentials, _ action: LoginAction) {
    if case .typed(let name) = action { login.name = name }
  }
}

/// Children that follow a case, and accept the actions of a case.
struct CaseChildrenTests {
  private let runner = ManualRunner()

  @Test func `children follow a case by its key path, and accept the actions of a case`() {
    let ofModal = LoginReducer().lifted(toCase: \Modal.Cases.login, extracting: \AppAction.login)
    let app = StateStore<App, AppAction>(
      App(), runner: runner,
      reducer: ofModal.lifted(to: \App.modal) { $0 }
        + ClosureReducer { app, action in
          switch action {
          case .show(let modal): app.modal = modal
          case .login(.tap): app.taps += 1
          case .login: break
          }
        })
    let logins = app.children(of: \.modal.login) { app, _ in
      app.map(actions: \.login).with(0, named: "login") { (taps: inout Int, action: LoginAction) in
        if case .tap = action { taps += 1 }
      }
    }
    app.dispatch(.show(.login(Credentials())))
    runner.runUntilIdle()
    let login = logins.only
    login?.dispatch(.typed("Ada"))
    login?.dispatch(.tap)
    runner.runUntilIdle()
    #expect(login?.state.0.modal.login?.name == "Ada")
    #expect(login?.state.1 == 1)
    app.dispatch(.show(.alert("Welcome")))
    login?.dispatch(.tap)
    runner.runUntilIdle()
    #expect(logins.only == nil)
    #expect(app.state.taps == 1)
  }
}
