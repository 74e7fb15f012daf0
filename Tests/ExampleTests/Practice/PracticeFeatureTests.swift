import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import Practice

/// Each feature of the studio alone. Every change is described.
struct PracticeFeatureTests {
  @Test func `a form adds, names and removes exercises, and moves the focus`() {
    let outcomes = Recorder<RoutineForm.Outcome>()
    let empty = Routine(id: Identity(1))
    let form = practice { StateStore(feature: RoutineForm(routine: empty)) { outcomes.record($0.reduce($1)) } }
    form.send(.save)
    form.send(.edit(.title("Evening"))) { $0.routine.title = "Evening" }
    form.send(.addExercise) {
      let exercise = Exercise(id: Identity())
      $0.routine.exercises = [exercise]
      $0.focus = .exercise(exercise.id)
    }
    let id = form.state.routine.exercises[0].id
    form.send(.exercise(id, .name("Trills"))) { $0.routine.exercises[0].name = "Trills" }
    form.send(.exercise(id, .minutes(3))) { $0.routine.exercises[0].minutes = 3 }
    form.send(.addExercise) {
      let exercise = Exercise(id: Identity())
      $0.routine.exercises.append(exercise)
      $0.focus = .exercise(exercise.id)
    }
    form.send(.removeExercise(form.state.routine.exercises[1].id)) {
      $0.routine.exercises.remove(at: 1)
      $0.focus = .exercise(id)
    }
    #expect(Set(outcomes.removeAll().map { $0 == .stays }) == [true])
    form.send(.save)
    #expect(outcomes.removeAll() == [.isSaved(form.state.routine)])
    form.send(.cancel)
    #expect(outcomes.values == [.isCancelled])
    form.finish()
  }

  @Test func `saving leaves out the exercises without a name`() {
    let form = practice {
      StateStore(feature: RoutineForm(routine: .morning)) { _ = $0.reduce($1) }
    }
    form.send(.exercise(Identity(2), .name(""))) { $0.routine.exercises[0].name = "" }
    form.send(.save) { $0.routine.exercises.remove(at: 0) }
    form.finish()
  }

  @Test func `a routine is added in a sheet`() {
    let list = practice { StateStore(feature: RoutineList()) { _ = $0.reduce($1) } }
    list.send(.add) {
      $0.form = RoutineForm(routine: Routine(id: Identity(), exercises: [Exercise(id: Identity())]))
    }
    list.send(.form(.cancel)) { $0.form = nil }
    list.send(.add) {
      $0.form = RoutineForm(routine: Routine(id: Identity(), exercises: [Exercise(id: Identity())]))
    }
    list.send(.form(.edit(.title("Evening")))) { $0.form?.routine.title = "Evening" }
    list.send(.form(.save))
    let exercise = list.state.form?.routine.exercises[0].id
    list.send(.form(.exercise(exercise!, .name("Trills")))) { $0.form?.routine.exercises[0].name = "Trills" }
    list.send(.form(.save)) {
      $0.routines = [$0.form!.routine]
      $0.form = nil
    }
    list.finish()
  }

  /// A detail, beside the routines that its reducer receives.
  private func detail(isGranted: Bool, _ outcomes: Recorder<RoutineDetail.Outcome> = Recorder()) -> TestStore<
    (OrderedState<Routine>, RoutineDetail), RoutineDetail.Action
  > {
    practice(microphone: Microphone(requestPermission: { isGranted }, listen: { _ in })) {
      StateStore(([.morning], RoutineDetail(routine: Identity(1)))) { outcomes.record($0.1.reduce($1, &$0.0)) }
        .effects([.part(\.1) { $0 }])
    }
  }

  @Test func `a routine is changed in a form`() {
    let detail = detail(isGranted: true)
    detail.send(.edit) { $0.1.form = RoutineForm(routine: .morning) }
    detail.send(.form(.edit(.title("Noon")))) { $0.1.form?.routine.title = "Noon" }
    detail.send(.form(.save)) {
      $0.0[0].title = "Noon"
      $0.1.form = nil
    }
    detail.finish()
  }

  @Test func `a session starts if the microphone may be used`() {
    let outcomes = Recorder<RoutineDetail.Outcome>()
    let detail = detail(isGranted: true, outcomes)
    detail.send(.start) { $0.1.asking.run() }
    detail.receive(.permission(isGranted: true)) { $0.1.asking.succeed() }
    #expect(outcomes.values == [.stays, .starts(Session(.morning))])
    detail.finish()
  }

  @Test func `without a microphone, the user is asked`() {
    let outcomes = Recorder<RoutineDetail.Outcome>()
    let detail = detail(isGranted: false, outcomes)
    detail.send(.start) { $0.1.asking.run() }
    detail.receive(\.permission) {
      $0.1.asking.succeed()
      $0.1.dialog = RoutineDetail.question
    }
    detail.send(.answered(.practiceUnheard)) { $0.1.dialog = nil }
    #expect(outcomes.values.last == .starts(Session(.morning, isRecording: false)))
    detail.finish()
  }

  @Test func `a routine is deleted after the question`() {
    let outcomes = Recorder<RoutineDetail.Outcome>()
    let detail = detail(isGranted: true, outcomes)
    detail.send(.delete) { $0.1.dialog = RoutineDetail.warning(.morning) }
    detail.send(.answered(.delete)) { $0.0 = [] }
    #expect(outcomes.values == [.stays, .isDeleted])
    detail.finish()
  }

  @Test func `a session leads through the exercises, and ends with a take`() {
    let outcomes = Recorder<Session.Outcome>()
    let microphone = Microphone {
      true
    } listen: { heard in
      try await StoreContext.current.clock.sleep(.milliseconds(500))
      heard(0.75)
      try await StoreContext.current.clock.sleep(.seconds(600))
    }
    let session = practice(microphone: microphone) {
      StateStore(feature: Session(.morning)) {
        let outcome = $0.reduce($1)
        if outcome != .goesOn { $0.isRecording = false }
        outcomes.record(outcome)
      }
    }
    session.advance(by: .seconds(1))
    session.receive(.heard(0.75)) { $0.loudest = 0.75 }
    session.receive(.tick) { ($0.seconds, $0.secondsOfExercise) = (1, 1) }
    session.send(.end) { $0.dialog = Session.question("End this session?") }
    session.advance(by: .seconds(30))
    session.send(.answered(nil)) { $0.dialog = nil }
    for second in 2...60 {
      session.advance(by: .seconds(1))
      session.receive(.tick) {
        ($0.seconds, $0.secondsOfExercise) = (second, second)
        if second == 60 { ($0.position, $0.secondsOfExercise) = (1, 0) }
      }
    }
    #expect(outcomes.values.allSatisfy { $0 == .goesOn })
    session.send(.next) { $0.isRecording = false }
    guard case .isOver(let take?) = outcomes.values.last else { return #expect(Bool(false)) }
    #expect(take.seconds == 60 && take.loudest == 0.75 && take.date == .test)
    session.send(.end) { $0.dialog = Session.question("End this session?") }
    session.finish()
  }

  @Test func `a session whose microphone fails asks whether to keep it`() {
    let outcomes = Recorder<Session.Outcome>()
    let session = practice(
      microphone: Microphone {
        true
      } listen: { _ in
        throw Microphone.Failure()
      }
    ) {
      StateStore(feature: Session(.morning)) { outcomes.record($0.reduce($1)) }
    }
    session.receive(.microphoneFailed) {
      $0.isRecording = false
      $0.dialog = Session.question("The microphone has failed")
    }
    session.send(.answered(.discard))
    #expect(outcomes.values == [.goesOn, .isOver(nil)])
    session.finish()
  }

  @Test func `advice is asked for three times, and again when the user wants it`() {
    struct Offline: Error {}
    let answers = Recorder<String>()
    let review = practice(advice: { _ in
      guard let answer = answers.values.last else { throw Offline() }
      return answer
    }) {
      StateStore(feature: Review(take: .first)) { $0.reduce($1) }
    }
    for seconds in [0, 2, 4] {
      review.advance(by: .seconds(seconds))
      review.receive(\.failed) { $0.loading.retryOrFailWith(Offline()) }
    }
    #expect(review.state.loading.isFailed)
    answers.record("More slowly.")
    review.send(.ask) { $0.loading.run(maxAttempts: 3) }
    review.receive(.advised("More slowly.")) {
      $0.advice = "More slowly."
      $0.loading.succeed()
    }
    review.finish()
  }
}
