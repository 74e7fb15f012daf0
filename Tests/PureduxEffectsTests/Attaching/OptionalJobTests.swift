import PureduxEffects
import PureduxTesting
import Testing

/// Effects whose effect state is in a part that may be missing.
struct OptionalJobTests {
  private struct Form: Sendable { var saving = Effect.State.idle() }

  private enum Mode: Sendable {
    case reading
    case editing(Form)

    var editing: Form? { if case .editing(let form) = self { form } else { nil } }
  }

  private struct Page: Sendable {
    var form: Form?
    var mode = Mode.reading
    var saved = 0

    enum Action: Sendable {
      case change(@Sendable (inout Page) -> Void)
      case saved
    }
  }

  private let lab = Lab()

  private func store() -> StateStore<Page, Page.Action> {
    lab.store(Page()) { page, action in
      switch action {
      case .change(let change): change(&page)
      case .saved: page.saved += 1
      }
    }
  }

  private func effect(_ dispatch: @escaping Dispatch<Page.Action>) -> Effect {
    Effect { [log = lab.log] in
      log.record("begin")
      do { try await StoreContext.current.clock.sleep(.seconds(1)) } catch { return log.record("stop") }
      dispatch(.saved)
    }
  }

  @Test func `a removed job is stopped, an added job requests its work, and no job means no work`() {
    let store = store().effect(\.form?.saving) { [self] _, dispatch in effect(dispatch) }
    store.dispatch(.change { $0.saved = 0 })
    lab.settle()
    #expect(lab.log.values == [])
    store.dispatch(.change { $0.form = Form(saving: .running()) })
    lab.settle()
    store.dispatch(.change { $0.form = nil })
    lab.settle()
    #expect(lab.log.values == ["begin", "stop"])
    store.dispatch(.change { $0.form = Form(saving: .running()) })
    lab.advance(.seconds(1))
    #expect(store.state.saved == 1)
  }

  @Test func `a case of an enumeration and an optional projection are optional parts too`() {
    let store = store().effect(\.mode.editing?.saving) { [self] _, dispatch in effect(dispatch) }
    store.map(state: \.form?.saving).effect(\.self) { [self] _, dispatch in effect(dispatch) }
    store.dispatch(.change { $0.mode = .editing(Form(saving: .running())) })
    store.dispatch(.change { $0.form = Form(saving: .running()) })
    lab.settle()
    #expect(lab.log.values == ["begin", "begin"])
    store.dispatch(.change { $0.mode = .reading })
    store.dispatch(.change { $0.form?.saving.cancel() })
    lab.settle()
    #expect(lab.log.values == ["begin", "begin", "stop", "stop"])
  }
}
