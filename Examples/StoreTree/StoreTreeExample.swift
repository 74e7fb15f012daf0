// A root store, two features, and two screens of the second: actions go up the tree, states come down.
import Foundation
import Puredux

/// What one store of the tree keeps: how many actions it reduced.
struct Tally: Sendable {
  var reduced = 0
}

struct Tap: Sendable {
  let place: String
}

/// Reduces, and says so, that the way of an action may be seen.
func reducer(_ name: String) -> Reducer<Tally, Tap> {
  { tally, action in
    tally.reduced += 1
    print("  reduced by \(name)")
  }
}

@main
enum StoreTreeExample {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.isEmpty else {
      let isHelp = arguments.allSatisfy { ["-h", "--help"].contains($0) }
      if !isHelp { print("StoreTree: unknown arguments: \(arguments.joined(separator: " "))") }
      print("Usage: swift run StoreTree\n\nPrints a tree of stores, and how an action travels through it.")
      exit(isHelp ? 0 : 2)
    }

    let root = StateStore<Tally, Tap>(Tally(), reducer: reducer("AppState"))
    let featureOne = root.with(Tally(), reducer: reducer("FeatureOne"))
    let featureTwo = root.with(Tally(), reducer: reducer("FeatureTwo"))
    let screenOne = featureTwo.with(Tally(), reducer: reducer("ScreenOne"))
    let screenTwo = featureTwo.with(Tally(), reducer: reducer("ScreenTwo"))

    print(
      """
      AppState
      ├── FeatureOne
      └── FeatureTwo
          ├── ScreenOne
          └── ScreenTwo

      """)

    let subscriptions = [
      root.subscribe { print("  published by AppState: \($0.reduced)") },
      featureOne.subscribe { print("  published by FeatureOne: \($0.0.reduced) and \($0.1.reduced)") },
      screenOne.flatMap().subscribe { app, feature, screen in
        print("  published by ScreenOne: \(app.reduced), \(feature.reduced) and \(screen.reduced)")
      },
    ]
    await root.settled()

    print("\na tap at ScreenOne goes up: its own reducer, the feature's, the root's; then states come down")
    await screenOne.send(Tap(place: "ScreenOne"))

    print("\na tap at FeatureOne: never to a sibling or a child")
    await featureOne.send(Tap(place: "FeatureOne"))

    print("\nScreenTwo reduced nothing: \(screenTwo.state.1.reduced); nothing observes it, so it cost nothing")
    for subscription in subscriptions { subscription.cancel() }
  }
}
