import Foundation
import Puredux

struct Newspaper {
  var load: (_ attempt: Int) async throws -> [String]
  var search: (String) async -> [String]
}

struct NoConnection: Error {}

extension Dependencies {
  @DependencyEntry var now = { Date() }

  @DependencyEntry var newspaper = Newspaper(
    load: { attempt in
      if attempt == 0 { throw NoConnection() }
      return ["One", "Two", "Three"]
    },
    search: { query in ["One", "Two", "Three"].filter { $0.hasPrefix(query) } }
  )
}

extension SharedStores {
  @StoreEntry var root = StateStore<AppState, Action>(AppState(), qos: .userInitiated) { state, action in
    state.reduce(action)
  }
  .effect(\.refreshing, on: .main) { state, dispatch in
    Effect {
      do {
        let articles = try await Dependency[\.newspaper].load(state.refreshing.currentAttempt ?? 0)
        dispatch(ArticlesLoaded(titles: articles))
      } catch {
        dispatch(RefreshFailed(error: error))
      }
    }
  }
  .effect(onChange: \.query, on: .main) { state, dispatch in
    Effect {
      let titles = await Dependency[\.newspaper].search(state.query)
      dispatch(Found(titles: titles))
    }
  }
  .effect(toggle: \.isTicking, on: .main) { state, dispatch in
    Effect { dispatch(Tick()) }
  }
  .effect(collection: \.downloads, on: .main) { state, job, dispatch in
    Effect { dispatch(Downloaded(job: job)) }
  }
}
