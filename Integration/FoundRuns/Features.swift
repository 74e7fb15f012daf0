import PureduxEffects
import PureduxTesting

/// A like whose second tap is ignored while the request of the first tap is in progress.
struct Likes: Codable, Sendable, Equatable {
  var count = 0
  var isLiked = false
  var sending = Effect.State.idle()

  enum Action: Sendable, Equatable {
    case tap, sent, failed
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .tap:
      isLiked.toggle()
      count += isLiked ? 1 : -1
      sending.run(maxAttempts: .max)
    case .sent: sending.succeed()
    case .failed: sending.retryOrFailWith(nil)
    }
  }

  static func makeStore(
    send: @escaping @Sendable (_ isLiked: Bool) async throws -> Void
  ) -> StateStore<Likes, Action> {
    StateStore<Likes, Action>(Likes()) { $0.reduce($1) }
      .effect({ $0.sending }, name: "send like") { likes, dispatch in
        Effect {
          try await send(likes.isLiked)
          dispatch(.sent)
        } onError: { _ in
          dispatch(.failed)
        }
      }
  }
}

/// A root and a child that counts only what it receives itself.
struct Screens {
  let root: StateStore<Int, Int>
  let child: StateStore<(Int, Int), Int>

  init() {
    root = StateStore<Int, Int>(0) { $0 += $1 }
    child = root.with(0) { (own: inout Int, action: Int) in own += action }
  }
}
