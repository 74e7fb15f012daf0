import Puredux

/// The state of one store of the tree: how many actions it reduced.
struct Tally: Sendable {
  var reduced = 0

  mutating func reduce(_ tap: Tap) { reduced += 1 }
}

struct Tap: Sendable {
  let place: String
}

/// A root store, two features, and two screens of the second.
struct TallyTree {
  typealias Root = StateStore<Tally, Tap>
  typealias Feature = StateStore<(Tally, Tally), Tap>
  typealias Screen = StateStore<((Tally, Tally), Tally), Tap>

  let root = Root(Tally(), named: "AppState", middleware: saying("AppState")) { $0.reduce($1) }
  let featureOne: Feature
  let featureTwo: Feature
  let screenOne: Screen
  let screenTwo: Screen

  init() {
    featureOne = Self.feature("FeatureOne", below: root)
    featureTwo = Self.feature("FeatureTwo", below: root)
    screenOne = Self.screen("ScreenOne", below: featureTwo)
    screenTwo = Self.screen("ScreenTwo", below: featureTwo)
  }

  private static func feature(_ name: String, below root: Root) -> Feature {
    root.with(Tally(), named: name, middleware: saying(name)) { $0.reduce($1) }
  }

  private static func screen(_ name: String, below feature: Feature) -> Screen {
    feature.with(Tally(), named: name, middleware: saying(name)) { $0.reduce($1) }
  }

  /// Prints which store reduces an action, so that its path is visible. A middleware prints it, because reducers are
  /// pure.
  private static func saying<State>(_ name: String) -> ClosureMiddleware<State, Tap> {
    ClosureMiddleware { tap, _ in
      print("  reduced by \(name)")
      return tap
    }
  }
}
