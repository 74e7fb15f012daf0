import Puredux
import PureduxCases

nonisolated enum LoginAction: Sendable { case setName(String) }

nonisolated struct Login: Sendable {
  var name = ""
}

nonisolated struct LoginReducer: Reducing {
  func reduce(_ state: inout Login, _ action: LoginAction) {
    switch action {
    case .setName(let name): state.name = name
    }
  }
}

@Cases
nonisolated enum Route: Sendable {
  case home
  case login(Login)
  case item(id: Int, title: String)
}

@Cases
nonisolated enum RouteAction: Sendable {
  case login(LoginAction)
  case open(Int)
}

nonisolated struct Screens: Sendable {
  var login = Login()
  var route = Route.login(Login())
}

/// In a module that is isolated to the main actor by default, the cases are isolated to it too.
@Cases
enum Unmarked {
  case one(Int), two
}

@Editable
nonisolated struct Profile: Equatable, Codable, Sendable {
  let id: Int
  var name = ""
  @EditableIgnored var visits = 0
  var tags: [String] = [], isPublic: Bool?
}

/// In a module that is isolated to the main actor by default, the edits are isolated to it too.
@Editable(Equatable.self)
struct UnmarkedProfile {
  var name = ""
}

nonisolated enum ProfileAction: Hashable, Codable, Sendable { case edit(Profile.Edit) }

func checkEdits() async {
  let store = StateStore<Profile, ProfileAction>(Profile(id: 1)) { profile, action in
    switch action {
    case .edit(let edit): profile.apply(edit)
    }
  }
  for edit in [Profile.Edit.name("Ada"), .tags(["a"]), .isPublic(true)] { await store.send(.edit(edit)) }
  check(store.state == Profile(id: 1, name: "Ada", tags: ["a"], isPublic: true))
  var unmarked = UnmarkedProfile()
  unmarked.apply(.name("Bob"))
  check(unmarked.name == "Bob" && UnmarkedProfile.Edit.name("a") == .name("a"))
}

func checkCases() async {
  var route = Route.item(id: 1, title: "one")
  route.item?.title = "two"
  check(route.is(\.item) && route.item?.id == 1 && route.item?.title == "two" && route.login == nil)
  route = .login(Login())
  route.modify(\.login) { $0.name = "Ada" }
  check(route.login?.name == "Ada" && Unmarked.one(1).is(\.one) && Unmarked.two.one == nil)

  let part = StateStore<Screens, RouteAction>(
    Screens(), reducer: LoginReducer().lifted(to: \.login, extracting: \.login))
  await part.map(actions: \.login).send(.setName("Ada"))
  check(part.state.login.name == "Ada")

  let ofCase = LoginReducer().lifted(toCase: \Route.Cases.login, extracting: \RouteAction.login)
  let nested = StateStore<Screens, RouteAction>(Screens(), reducer: ofCase.lifted(to: \.route) { $0 })
  await nested.send(.login(.setName("Ada")))
  await nested.send(.open(1))
  check(nested.state.route.login?.name == "Ada")
}
