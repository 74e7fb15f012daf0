import PureduxCases

public struct Login: Sendable { public init() {} }

/// What is shown.
@Cases  // for navigation
public enum Route: Sendable {
  case home
  case login(Login), item(id: Int, title: String = ",")
  @available(macOS 13, *) indirect case `default`(Route)
}

extension Route {
  @PureduxCases.Cases fileprivate enum Nested<Item>: Sendable where Item: Sendable { case one(Item) }
}

@Cases struct NoEnumeration {}
@Cases enum Empty {}
struct Outer {
  @Cases private enum Inner { case one }
}
