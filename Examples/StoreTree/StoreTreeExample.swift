// A root store, two features, and two screens of the second: actions go up the tree, states come down.
import ExampleCommandLine
import Puredux

@main
enum StoreTreeExample {
  static func main() async {
    SmallProgram.start("StoreTree", about: "Prints a tree of stores, and how an action travels through it.")
    let tree = TallyTree()

    print(
      """
      AppState
      ├── FeatureOne
      └── FeatureTwo
          ├── ScreenOne
          └── ScreenTwo

      """)

    let subscriptions = [
      tree.root.subscribe { print("  published by AppState: \($0.reduced)") },
      tree.featureOne.subscribe { print("  published by FeatureOne: \($0.0.reduced) and \($0.1.reduced)") },
      tree.screenOne.flatMap().subscribe { app, feature, screen in
        print("  published by ScreenOne: \(app.reduced), \(feature.reduced) and \(screen.reduced)")
      },
    ]
    await tree.root.settled()

    Paragraph.print("\na tap at ScreenOne goes up: its own reducer, the feature's, the root's; then states come down")
    await tree.screenOne.send(Tap(place: "ScreenOne"))

    Paragraph.print("\na tap at FeatureOne: never to a sibling or a child")
    await tree.featureOne.send(Tap(place: "FeatureOne"))

    Paragraph.print(
      "\nScreenTwo reduced nothing: \(tree.screenTwo.state.1.reduced); nothing observes it, so it cost nothing")
    for subscription in subscriptions { subscription.cancel() }
  }
}
