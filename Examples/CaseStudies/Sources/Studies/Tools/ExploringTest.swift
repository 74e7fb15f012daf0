import Puredux
import PureduxTesting

/// A like that is sent to a server, and a search for ways to break it.
struct Likes: Feature, Equatable, Codable {
  enum Action: Equatable, Sendable { case tap, sent, failed }

  var isLiked = false
  /// Whether a second tap replaces the request of the first tap, or is ignored while that request is in progress.
  var replaces = true
  var sending = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .tap:
      isLiked.toggle()
      if replaces { sending.restart(maxAttempts: .max) } else { sending.run(maxAttempts: .max) }
    case .sent: sending.succeed()
    case .failed: sending.retryOrFailWith(nil)
    }
  }

  static func store(
    replaces: Bool = true, send: @escaping @Sendable (_ isLiked: Bool) async throws -> Void
  ) -> StateStore<Likes, Action> {
    StateStore(feature: Likes(replaces: replaces)) { $0.reduce($1) }
      .effect(\.sending, name: "like") { likes, dispatch in
        Effect {
          try await send(likes.isLiked)
          dispatch(.sent)
        } onError: { _ in
          dispatch(.failed)
        }
      }
  }

  /// Taps at any time, with a network that fails in every way. In the end, the server has the value on the screen.
  static func exploration(replaces: Bool) -> Exploration<Bool, StateStore<Likes, Action>, Likes, Action> {
    Exploration(server: false) { outside in
      store(replaces: replaces) { isLiked in
        try await outside.call("like") { server in server = isLiked }
      }
    } actions: { _ in
      [.tap]
    }
    .eventually("the server has it", { $0.server }, equals: { $0.state.isLiked })
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct LikesView: View {
    let store: StateStore<Likes, Likes.Action>

    var body: some View {
      StoreView(store) { likes, dispatch in
        Button(likes.isLiked ? "♥" : "♡") { dispatch(.tap) }
      }
    }
  }
#endif

extension Study {
  static let exploration = Study("exploration", .tools, "A test that searches for the shortest way to a bug") {
    for replaces in [false, true] {
      let failures = Recorder<String>()
      StoreContext.with {
        $0.failureReporter = FailureReporter { text, _ in failures.record(text) }
      } operation: {
        Likes.exploration(replaces: replaces).run()
      }
      print("  > explore, with a second tap that \(replaces ? "replaces the request" : "is ignored")")
      let report = failures.values.first?.split(separator: "\n", omittingEmptySubsequences: false).prefix(9)
      print(report.map { $0.map { "    \($0)" }.joined(separator: "\n") } ?? "    nothing found in 200 runs")
    }
  }
}
