import PureduxBindings
import Testing

@MainActor
private final class TitleScreen: Presentable {
  struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: (any PresenterProtocol)?
  let shown = Shown<String>()
  var props: Props?

  func setProps(_ props: Props) {
    self.props = props
    shown.show(props.title)
  }
}

@MainActor
@Suite struct PresentableTests {
  private struct TitlePresenter {
    func makeProps(state: Counting, dispatch: @escaping Dispatch<CountingAction>) -> TitleScreen.Props {
      TitleScreen.Props(title: "\(state.count)", onTap: { dispatch(.add(1)) })
    }

    func makeProps(state: Counting, store: any Store<Counting, CountingAction>) -> TitleScreen.Props {
      makeProps(state: state, dispatch: store.dispatch)
    }
  }

  private let screen = TitleScreen()
  private let store = Counting.store()

  @Test func `a screen receives props that dispatch`() async {
    screen.setPresenter(
      store, props: { state, dispatch in TitleScreen.Props(title: "\(state.count)") { dispatch(.add(1)) } })
    screen.presenter?.subscribeToStore()
    #expect(await screen.shown.next() == "0")
    screen.props?.onTap()
    #expect(await screen.shown.next() == "1")
  }

  @available(*, deprecated)
  @Test func `a presenter can receive the store, as in Puredux 2`() async {
    screen.setPresenter(store, props: TitlePresenter().makeProps(state:store:))
    screen.presenter?.subscribeToStore()
    #expect(await screen.shown.next() == "0")
    screen.props?.onTap()
    #expect(await screen.shown.next() == "1")
  }

  @Test func `subscribing again changes nothing`() async {
    screen.setPresenter(store, props: TitlePresenter().makeProps(state:dispatch:), debounceFor: 0)
    for _ in 0..<5 { screen.presenter?.subscribeToStore() }
    #expect(await screen.shown.next() == "0")
    store.dispatch(.add(1))
    #expect(await screen.shown.next() == "1")
    #expect(screen.shown.values == ["0", "1"])
  }

  @Test func `a replaced presenter displays nothing more`() async {
    let (other, fence, seen) = (Counting.store(), Screen(), Shown<Int>())
    screen.setPresenter(store, props: TitlePresenter().makeProps(state:dispatch:), debounceFor: 0)
    screen.presenter?.subscribeToStore()
    #expect(await screen.shown.next() == "0")
    fence.subscribe(store, debounceFor: 0) { seen.show($0.count) }
    #expect(await seen.next() == 0)
    await other.send(.add(100))
    screen.setPresenter(other, props: TitlePresenter().makeProps(state:dispatch:), debounceFor: 0)
    screen.presenter?.subscribeToStore()
    #expect(await screen.shown.next() == "100")
    await store.send(.add(1))
    #expect(await seen.next() == 1)
    #expect(screen.shown.values == ["0", "100"])
  }
}
