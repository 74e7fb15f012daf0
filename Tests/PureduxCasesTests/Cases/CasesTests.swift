public import PureduxCases
import Testing

struct Login: Sendable, Equatable {
  var name = ""
  var attempts: [Int] = []
}

@Cases
enum Route: Sendable, Equatable {
  case home, settings
  case login(Login)
  case item(id: Int)
  case pair(items: [Int], Bool = true, `default`: String)
  /// A keyword, and another case in the same declaration.
  indirect case `switch`(Inner), other(name: String?)

  struct Inner: Sendable, Equatable { var text = "case none" }
  static let none = if true { Route.home } else { Route.settings }
  var isHome: Bool { if case .home = self { true } else { false } }
}

@Cases
enum Tree<Item> {
  case leaf(Item)
  case branch([Tree])
}

@Cases
public enum Loading: Sendable {
  case loaded(Result<Int, any Error>)
  case handler(@Sendable (Int) -> Void)
  @available(*, unavailable)
  case old(Int)
}

enum Outer {
  struct Payload: Sendable, Equatable { var number = 1 }
  @Cases fileprivate enum Nested: Int {
    case one = 1
    case two = 2, three
  }
  @Cases
  enum WithPayload {
    case payload(Payload)
  }
}

public enum Namespace {}

public extension Namespace {
  @Cases enum Public { case one(Int), two }
}

@globalActor actor Elsewhere { static let shared = Elsewhere() }

/// Valid but rare forms.
@Cases @Elsewhere
enum Unusual {
  enum Swift {}
  case labelled(_ first: Int, second: Int!)
  case lazy(@autoclosure () throws -> Int, @autoclosure @Sendable () -> String)
  @available(swift, obsoleted: 5) case gone(Int)
  case `Self`(Int), named(`inout`: Int, `let`: Int)
  func labelled(first: Int) -> Int { first }
}

@Cases @usableFromInline
enum Exposed { case one(Int), two }

struct CasesTests {
  @Test func `each form of a case that the language allows has its property`() throws {
    #expect(Unusual.labelled(1, second: 2).labelled?.second == 2)
    let lazy = try #require(Unusual.cases.lazy.embed(({ 3 }, { "c" })).lazy)
    #expect(try lazy.0() == 3 && lazy.1() == "c")
    var unusual = Unusual.Self(4)
    unusual.Self = 5
    #expect(unusual.Self == 5 && unusual.labelled == nil && Unusual.named(`inout`: 1, let: 2).named?.let == 2)
    #expect(Exposed.one(6).is(\.one))
  }

  @Test func `a property has the payload of its case, and is nil in another case`() {
    #expect(Route.login(Login(name: "Ada")).login == Login(name: "Ada"))
    #expect(Route.home.login == nil && Route.item(id: 3).item == 3)
    #expect(Route.home.home != nil && Route.settings.home == nil)
    let pair = Route.pair(items: [1], default: "b").pair
    #expect(pair?.items == [1] && pair?.1 == true && pair?.default == "b")
    #expect(Route.switch(.init()).switch == .init() && Route.other(name: nil).other == .some(nil))
    #expect(Outer.WithPayload.payload(.init()).payload == .init())
    #expect(Outer.Nested.two.two != nil && Outer.Nested.two.three == nil)
  }

  @Test func `setting a property changes the payload of the current case only`() {
    var route = Route.login(Login(name: "Ada"))
    route.login?.name = "Bob"
    #expect(route == .login(Login(name: "Bob")))
    route.login = nil
    route.item = 4
    #expect(route == .login(Login(name: "Bob")))
    route = .pair(items: [], false, default: "a")
    route.pair?.items.append(7)
    #expect(route == .pair(items: [7], false, default: "a"))
  }

  @Test func `a case is tested by its key path`() {
    let route = Route.item(id: 1)
    #expect(route.is(\.item) && !route.is(\.home) && !route.is(\.login))
    #expect(Route.none.is(\.home) && Tree.leaf(1).is(\.leaf) && !Tree<String>.branch([.leaf("a")]).is(\.leaf))
    #expect(Tree.branch([.leaf(1)]).branch?.first?.leaf == 1)
    #expect(Namespace.Public.one(1).is(\.one))
    #expect(Loading.handler({ _ in }).is(\.handler))
  }

  @Test func `a payload is changed in place`() {
    var route = Route.login(Login(attempts: Array(0..<100)))
    func storage() -> UInt? {
      route.modify(\.login) { $0.attempts.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }
    let before = storage()
    #expect(route.modify(\.login) { $0.attempts[5] = -1 } != nil)
    #expect(before != nil && storage() == before && route.login?.attempts[5] == -1)
    #expect(route.modify(\.item) { $0 += 1 } == nil)
  }

  @Test func `a change that fails keeps the case and the earlier changes`() {
    struct Failure: Error {}
    var route = Route.login(Login())
    #expect(throws: Failure.self) {
      try route.modify(\.login) {
        $0.name = "Ada"
        throw Failure()
      }
    }
    #expect(route == .login(Login(name: "Ada")))
  }

  @Test func `a case constructs the enumeration from a payload`() {
    #expect(Route.cases.item.embed(3) == .item(id: 3) && Route.cases.home.embed(()) == .home)
    #expect(Route.cases.pair.embed((items: [1], false, default: "a")) == .pair(items: [1], false, default: "a"))
  }
}
