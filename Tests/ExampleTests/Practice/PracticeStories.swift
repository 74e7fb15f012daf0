import Foundation
import Puredux
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Practice

/// The studio as a whole: one state, whose every change is described.
struct PracticeStories {
  private let storage = MemoryStorage()

  private func studio(
    _ state: Studio = Studio(list: RoutineList(routines: [.morning])),
    microphone: Microphone = Microphone {
      true
    } listen: { _ in
    }
  ) -> TestStore<Studio, Studio.Action> {
    practice(microphone: microphone) { Studio.makeStore(state, in: storage) }
  }

  private func saved() -> OrderedState<Routine>? { Archive<OrderedState<Routine>>(storage).restore() }

  @Test func `a user adds a routine, practices it, and reads the advice`() throws {
    let studio = studio(Studio())
    studio.send(.list(.add)) {
      $0.list.form = RoutineForm(routine: Routine(id: Identity(), exercises: [Exercise(id: Identity())]))
    }
    studio.send(.list(.form(.edit(.title("Evening"))))) { $0.list.form?.routine.title = "Evening" }
    let exercise = try #require(studio.state.list.form?.routine.exercises[0].id)
    studio.send(.list(.form(.exercise(exercise, .name("Trills"))))) {
      $0.list.form?.routine.exercises[0].name = "Trills"
    }
    studio.send(.list(.form(.exercise(exercise, .minutes(1))))) {
      $0.list.form?.routine.exercises[0].minutes = 1
    }
    let routine = try #require(studio.state.list.form?.routine)
    studio.send(.list(.form(.save))) {
      $0.list.routines = [routine]
      $0.list.form = nil
    }
    studio.send(.list(.open(routine.id))) {
      $0.push(.detail(RoutineDetail(routine: routine.id)))
    }
    let detail = studio.state.path[0].id
    studio.send(.screen(detail, .detail(.start))) { $0.path[0].content.detail?.asking.run() }
    studio.receive(.screen(detail, .detail(.permission(isGranted: true)))) {
      $0.path[0].content.detail?.asking.succeed()
      $0.push(.session(Session(routine)))
    }
    let session = studio.state.path[1].id
    for second in 1...59 {
      studio.advance(by: .seconds(1))
      studio.receive(.screen(session, .session(.tick))) {
        $0.path[1].content.session?.seconds = second
        $0.path[1].content.session?.secondsOfExercise = second
      }
    }
    studio.advance(by: .seconds(1))
    studio.receive(\.screen?.1.session?.tick) {
      $0.list.routines[0].takes = [Take(id: Identity(), date: .test, seconds: 60, loudest: 0)]
      $0.path.remove(at: 1)
    }
    let take = studio.state.list.routines[0].takes[0]
    studio.send(.screen(detail, .detail(.open(take.id)))) {
      $0.push(.review(Review(take: take)))
    }
    let review = studio.state.path[1].id
    studio.receive(.screen(review, .review(.advised("Again.")))) {
      $0.path[1].content.review?.advice = "Again."
      $0.path[1].content.review?.loading.succeed()
    }
    studio.advance(by: .seconds(1))
    studio.finish()
    #expect(saved() == studio.state.list.routines)
  }

  @Test func `leaving a session ends its clock and its microphone, and keeps nothing`() {
    let studio = studio(
      Studio(
        list: RoutineList(routines: [.morning]),
        path: [
          Screen(id: Identity(5), content: .detail(RoutineDetail(routine: Identity(1)))),
          Screen(id: Identity(6), content: .session(Session(.morning))),
        ]),
      microphone: Microphone {
        true
      } listen: { heard in
        while true {
          try await StoreContext.current.clock.sleep(.milliseconds(700))
          heard(0.9)
        }
      })
    studio.advance(by: .milliseconds(700))
    studio.receive(\.screen?.1.session?.heard, with: 0.9) { $0.path[1].content.session?.loudest = 0.9 }
    studio.send(.navigated(PathChange(from: studio.state.routes, to: [Identity(5)]))) { $0.path.remove(at: 1) }
    studio.advance(by: .seconds(3600))
    studio.finish()
  }

  @Test func `tapping twice opens one screen, starts one session, and answers once`() {
    let studio = studio()
    studio.send(.list(.open(Identity(1)))) { $0.push(.detail(RoutineDetail(routine: Identity(1)))) }
    studio.send(.list(.open(Identity(1))))
    let detail = studio.state.path[0].id
    studio.send(.screen(detail, .detail(.answered(.delete))))
    for isFirst in [true, false] {
      studio.send(.screen(detail, .detail(.start))) { $0.path[0].content.detail?.asking.run() }
      studio.receive(.screen(detail, .detail(.permission(isGranted: true)))) {
        $0.path[0].content.detail?.asking.succeed()
        if isFirst { $0.push(.session(Session(.morning))) }
      }
    }
    let session = studio.state.path[1].id
    studio.send(.screen(session, .session(.answered(.keep))))
    studio.send(.screen(session, .session(.end))) {
      $0.path[1].content.session?.dialog = Session.question("End this session?")
    }
    studio.send(.screen(session, .session(.answered(.discard)))) { $0.path.remove(at: 1) }
    studio.advance(by: .milliseconds(999))
    studio.finish()
  }

  @Test func `a deleted routine takes its screen with it, and its saved form`() {
    let studio = studio()
    studio.send(.list(.open(Identity(1)))) {
      $0.push(.detail(RoutineDetail(routine: Identity(1))))
    }
    let detail = studio.state.path[0].id
    studio.send(.screen(detail, .detail(.delete))) {
      $0.path[0].content.detail?.dialog = RoutineDetail.warning(.morning)
    }
    studio.send(.screen(detail, .detail(.answered(.delete)))) {
      $0.list.routines = []
      $0.path = []
    }
    studio.advance(by: .seconds(1))
    studio.finish()
    #expect(saved() == [])
  }

  @Test func `the saved routines are restored`() {
    Archive<OrderedState<Routine>>(storage).save([.morning])
    let studio = studio(Studio())
    #expect(studio.state.list.routines == [.morning])
    studio.finish()
  }

  @Test func `a user is told that the saved routines cannot be read, and what became of them`() {
    let studio = TestStore { Studio.makeStore(in: MemoryStorage(Data("damaged".utf8))) }
    studio.receive(\.storageFailed, .partial) { $0.dialog = Studio.storageFailure($0.dialog?.message ?? "") }
    studio.send(.dialogClosed) { $0.dialog = nil }
    studio.advance(by: .seconds(1))
    studio.receive(\.storageFailed, .partial) { $0.dialog = Studio.storageFailure($0.dialog?.message ?? "") }
    studio.finish()
  }
}
