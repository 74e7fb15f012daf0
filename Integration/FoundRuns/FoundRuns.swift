import PureduxEffects
import PureduxInspector
import PureduxTesting
import Testing

/// Explorations that find something, each as a user would write it in a suite of Swift Testing.
enum FoundRuns {
  static func order() { Outbox.exploration(.changesOrder).attaching { $0.record().evidence() }.run() }

  static func restart() { Outbox.exploration(.forgetsAfterRestart).attaching { $0.record().evidence() }.run() }

  static func lostAnswer() { Outbox.exploration(.sendsTwice).attaching { $0.record().evidence() }.run() }

  static func waiting() { Player.exploration(.playsNothing).attaching { $0.record().evidence() }.run() }

  static func otherClient() { Document.exploration(.overwrites).attaching { $0.record().evidence() }.run() }

  static func undoing() { Document.exploration(.cursorNotUndone).attaching { $0.record().evidence() }.run() }

  static func impureReducer() { Document.exploration(.drawsLots).attaching { $0.record().evidence() }.run() }

  static func children() { Browser.exploration(.counts).attaching { $0.root.record().evidence() }.run() }

  static func server() {
    Exploration(server: false) { outside in
      Likes.makeStore { isLiked in
        try await outside.call("like") { server in server = isLiked }
      }
    } actions: { likes in
      [.tap]
    }
    .always("a like counts once") { $0.state.count == ($0.state.isLiked ? 1 : 0) }
    .eventually("the server has it", { $0.server }, equals: { $0.state.isLiked })
    .attaching { $0.record().evidence() }
    .run()
  }

  static func tree() {
    Exploration(server: ()) { outside in
      Screens()
    } root: { screens in
      screens.root
    } actions: { total, screens in
      screens.child.state.1 < 5 ? [1, 2] : [1]
    } send: { screens, action in
      action == 2 ? screens.child.dispatch(action) : screens.root.dispatch(action)
    }
    .always("the child counts everything", { $0.app.child.state.1 }, equals: { $0.state })
    .attaching { $0.root.record().evidence() }
    .run()
  }

  static func endlessWork() {
    Exploration {
      StateStore<Int, Int>(0) { $0 += $1 }
        .effect(onChange: { $0 }, name: "polling") { count, _ in
          Effect {
            while count > 1 { try await StoreContext.current.clock.sleep(.seconds(60)) }
          }
        }
    } actions: { _ in
      [1]
    }
    .attaching { $0.record().evidence() }
    .run()
  }
}
