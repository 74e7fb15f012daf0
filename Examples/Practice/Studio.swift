import Puredux
import PureduxCases
import PureduxPersistence

/// The application: the list, and a stack of screens above it.
struct Studio: Feature, Equatable {
  @Cases enum Action: Sendable {
    case list(RoutineList.Action)
    case screen(Screen.ID, Screen.Action)
    case navigated(PathChange<Screen.ID>)
    case storageFailed(String)
    case dialogClosed
  }

  var list = RoutineList()
  var path: OrderedState<Screen> = []
  var dialog: Dialog<Never>?

  /// The stack as SwiftUI knows it.
  var routes: [Screen.ID] { path.map(\.id) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .list(let action):
      if case .opens(let id) = list.reduce(action), !path.contains(where: { $0.content.detail?.routine == id }) {
        push(.detail(RoutineDetail(routine: id)))
      }
    case .screen(let id, .detail(let action)):
      switch path[id: id]?.content.detail?.reduce(action, &list.routines) {
      case .starts(let session)?:
        if !path.contains(where: { $0.content.session != nil }) { push(.session(session)) }
      case .opens(let take)?: push(.review(Review(take: take)))
      case .isDeleted?: path.remove(id: id)
      case .stays?, nil: break
      }
    case .screen(let id, .session(let action)):
      guard let session = path[id: id]?.content.session else { break }
      guard case .isOver(let take)? = path[id: id]?.content.session?.reduce(action) else { break }
      if let take { list.routines[id: session.routine.id]?.takes.insert(take, at: 0) }
      path.remove(id: id)
    case .screen(let id, .review(let action)): path[id: id]?.content.review?.reduce(action)
    case .navigated(let change): for id in change.left { path.remove(id: id) }
    case .storageFailed(let reason): dialog = Self.storageFailure(reason)
    case .dialogClosed: dialog = nil
    }
  }

  mutating func push(_ content: Screen.Content) { path.append(Screen(id: Identity(), content: content)) }

  static func storageFailure(_ reason: String) -> Dialog<Never> {
    Dialog("Your routines are not saved", message: reason, choices: [])
  }

  static let effects: Effects = [.part(\.list, Action.list), .parts(\.path, Action.screen)]

  /// The application's store, which saves the routines.
  static func makeStore(_ studio: Studio = Studio(), in storage: any PersistenceStorage) -> StateStore<Studio, Action> {
    let store = StateStore(feature: studio, named: "studio") { $0.reduce($1) }
    let weakStore = store.weak()
    store.persist(\.list.routines, in: Archive(storage) { weakStore.dispatch(.storageFailed("\($0)")) })
    return store
  }
}

/// A screen above the list.
struct Screen: Feature, Identifiable, Equatable {
  @Cases enum Content: Equatable, Sendable { case detail(RoutineDetail), session(Session), review(Review) }

  @Cases enum Action: Sendable {
    case detail(RoutineDetail.Action), session(Session.Action), review(Review.Action)
  }

  let id: Identity
  var content: Content

  static let effects: Effects = [
    .part(\.content.detail, Action.detail), .part(\.content.session, Action.session),
    .part(\.content.review, Action.review),
  ]
}
