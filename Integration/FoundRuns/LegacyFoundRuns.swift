import PureduxEffects
import PureduxInspector
import PureduxTesting
import XCTest

/// Explorations as a user would write them in a test case of XCTest.
enum LegacyFoundRuns {
  static func function() { Player.exploration(.removeLast).attaching { $0.record().evidence() }.run() }

  static func server() {
    Exploration(server: 0) { outside in
      StateStore<Int, Int>(0) { $0 += $1 }
        .effect(onChange: { $0 }, name: "count") { count, dispatch in
          Effect {
            try await outside.call("count") { $0 = count }
          } onError: { _ in
            dispatch(0)
          }
        }
    } actions: { _ in
      [1]
    }
    .eventually("the server has the count", { $0.server }, equals: { $0.state })
    .attaching { $0.record().evidence() }
    .run()
  }
}
