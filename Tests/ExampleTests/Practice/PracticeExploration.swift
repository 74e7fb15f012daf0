import Puredux
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Practice

@Suite struct `The exploration of the studio` {
  @Test(arguments: explorationSeeds) func `finds nothing`(seed: UInt64) {
    Exploration(server: [Take.ID: Int]()) { outside in
      Dependencies.with {
        $0.now = { .test }
        $0.microphone = Microphone {
          (try? await outside.call("permission") { _ in true }) ?? false
        } listen: { heard in
          for level in [0.25, 0.75] {
            try await outside.call("level") { _ in }
            heard(level)
          }
        }
        $0.advice = { take in
          try await outside.call("advice") { asked in
            asked[take.id, default: 0] += 1
            return "Advice about \(take.id)"
          }
        }
      } operation: {
        Studio.makeStore(Studio(list: RoutineList(routines: [.morning])), in: MemoryStorage())
      }
    } actions: { studio in
      Self.actions(studio)
    }
    .always("a routine can be practiced") { moment in
      moment.state.list.routines.allSatisfy { !$0.title.isEmpty && !$0.exercises.isEmpty }
    }
    .always("each screen of the stack can be shown") { moment in
      moment.state.path.allSatisfy { screen in
        screen.content.detail.map { moment.state.list.routines.contains(id: $0.routine) } ?? true
      }
    }
    .always("one session at most is in progress") { moment in
      moment.state.path.count { $0.content.session != nil } <= 1
    }
    .everyTurn("a routine is deleted only after the question") { before, action, after in
      guard after.list.routines.count < before.list.routines.count, case .screen(let id, _)? = action else {
        return true
      }
      return before.path[id: id]?.content.detail?.dialog != nil
    }
    .everyTurn("only a session makes a take, which is as long as the session") { before, action, after in
      let takes = (Self.takes(before), Self.takes(after))
      guard takes.1.count > takes.0.count, case .screen(let id, _)? = action else {
        return takes.1.count <= takes.0.count
      }
      let seconds = before.path[id: id]?.content.session?.seconds
      return takes.1.contains { take in seconds.map { take.seconds - $0 <= 1 } ?? false }
    }
    .everyTurn("a session stands still while a question is open") { before, action, after in
      guard case .screen(let id, .session(.tick))? = action else { return true }
      return before.path[id: id]?.content.session?.dialog == nil
    }
    .eventually("a take that is shown has its advice, or was given up") { moment in
      moment.state.path.compactMap(\.content.review).allSatisfy { $0.advice != nil || $0.loading.isFailed }
    }
    .saves(\.list.routines)
    .run(runs: 15, seed: seed)
  }

  private static func takes(_ studio: Studio) -> [Take] { studio.list.routines.flatMap { Array($0.takes) } }

  private static func actions(_ studio: Studio) -> [Studio.Action] {
    var actions: [Studio.Action] = [.list(.add)] + studio.list.routines.map { .list(.open($0.id)) }
    if let form = studio.list.form { actions += Self.actions(form).map { .list(.form($0)) } }
    for screen in studio.path { actions += Self.actions(screen, studio).map { .screen(screen.id, $0) } }
    let routes = studio.routes
    if !routes.isEmpty { actions.append(.navigated(PathChange(from: routes, to: routes.dropLast()))) }
    return actions
  }

  private static func actions(_ screen: Screen, _ studio: Studio) -> [Screen.Action] {
    switch screen.content {
    case .detail(let detail):
      var own: [RoutineDetail.Action] = [.edit, .start, .delete]
      // A dialog that is still visible for a moment answers twice.
      own += [.answered(.delete), .answered(.practiceUnheard)]
      own += studio.list.routines[id: detail.routine]?.takes.map { .open($0.id) } ?? []
      own += detail.dialog?.choices.map { .answered($0.action) } ?? []
      own += detail.form.map { actions($0).map { .form($0) } } ?? []
      return own.map { .detail($0) }
    case .session(let session):
      let own: [Session.Action] =
        [.next, .end, .answered(.keep)] + (session.dialog?.choices.map { .answered($0.action) } ?? [])
      return own.map { .session($0) }
    case .review: return [.review(.ask)]
    }
  }

  private static func actions(_ form: RoutineForm) -> [RoutineForm.Action] {
    let exercises = form.routine.exercises.prefix(2).map(\.id)
    return [.edit(.title("A")), .edit(.title("")), .addExercise, .save, .cancel]
      + exercises.flatMap { [.exercise($0, .name("B")), .exercise($0, .name("")), .removeExercise($0)] }
  }
}
