import Dispatch
import Puredux
import PureduxCompatibility
import PureduxTesting
import Testing
import UIKit

private final class TitleController: UIViewController, Presentable {
  var presenter: (any PresenterProtocol)?
  let shown = Recorder<String>()
  private var props: Props?

  func setProps(_ props: Props) {
    MainActor.preconditionIsolated()
    self.props = props
    shown.record(props.title)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.subscribeToStore()
  }

  func tap() { props?.onTap() }
}

extension TitleController {
  struct Props {
    let title: String
    let onTap: () -> Void
  }
}

private struct RadioPresenter: Sendable {
  var made = Recorder<Queues?>()
  var title: @Sendable (Radio) -> String = { $0.title }

  func makeProps(state: Radio, store: any Store<Radio, any Action>) -> TitleController.Props {
    made.record(Queues.current)
    return TitleController.Props(
      title: title(state),
      onTap: {
        store.dispatch(Like())
      }
    )
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PresentableControllerTests {
  private let store = House.store().map(state: { $0.radio })
  private let viewController = TitleController()

  @available(*, deprecated)
  @Test func `a view controller receives props of its part of the state`() async {
    let presenter = RadioPresenter()
    viewController.with(
      store: store,
      props: presenter.makeProps)
    #expect(viewController.shown.values == [])
    viewController.loadViewIfNeeded()
    #expect(await viewController.shown.values(count: 1) == ["Bach"])
    store.dispatch(Tune(title: "Ravel"))
    #expect(await viewController.shown.values(count: 2) == ["Bach", "Ravel"])
  }

  @available(*, deprecated)
  @Test func `a tap on displayed props is dispatched to the store`() async {
    viewController.with(store: store, props: RadioPresenter(title: { "\($0.likes)" }).makeProps)
    viewController.loadViewIfNeeded()
    _ = await viewController.shown.values(count: 1)
    viewController.tap()
    #expect(await viewController.shown.values(count: 2) == ["0", "1"])
  }

  @available(*, deprecated)
  @Test func `props are computed on one shared serial queue by default`() async {
    // Some systems lack this quality of service and convert it to another one, in the same way for both queues.
    let interactive = DispatchQueue(label: "interactive", qos: .userInteractive)
    #expect(DispatchQueue.sharedPresentationQueue.qos == interactive.qos)
    #expect(await places { $0.with(store: store, props: $1.makeProps) } == [.shared])
  }

  @available(*, deprecated)
  @Test func `props are computed on the main queue on request`() async {
    let places = await places {
      $0.with(
        store: store,
        props: $1.makeProps,
        presentationQueue: .main)
    }
    #expect(places == [.main])
  }

  @available(*, deprecated)
  @Test func `props are computed on a custom serial queue on request`() async {
    let queue = Queues.makeOwn()
    let places = await places {
      $0.with(
        store: store,
        props: $1.makeProps,
        presentationQueue: queue)
    }
    #expect(places == [.own])
  }

  /// The queues on which a view controller with this connection creates its props.
  private func places(_ connect: (TitleController, RadioPresenter) -> Void) async -> [Queues?] {
    let presenter = RadioPresenter()
    connect(viewController, presenter)
    viewController.loadViewIfNeeded()
    _ = await viewController.shown.values(count: 1)
    return presenter.made.values
  }

  @available(*, deprecated)
  @Test func `no new props are computed for states that the filter considers equal`() async {
    viewController.with(
      store: store,
      props: RadioPresenter().makeProps,
      removeStateDuplicates: .equal {
        $0.title
      })
    #expect(await titles(after: [Like(), Describe(subtitle: "1"), Tune(title: "Ravel")]) == ["Bach", "Ravel"])
  }

  @available(*, deprecated)
  @Test func `two view controllers compare different parts of the same type`() async {
    let second = TitleController()
    viewController.with(
      store: store,
      props: RadioPresenter().makeProps,
      removeStateDuplicates: .equal {
        $0.title
      })
    second.with(
      store: store,
      props: RadioPresenter(title: { $0.subtitle }).makeProps,
      removeStateDuplicates: .equal {
        $0.subtitle
      })
    second.loadViewIfNeeded()
    #expect(await titles(after: [Describe(subtitle: "1"), Tune(title: "Ravel")]) == ["Bach", "Ravel"])
    #expect(second.shown.values == ["", "1"])
  }

  @available(*, deprecated)
  @Test func `filters can be combined, and new props are created when either part differs`() async {
    viewController.with(
      store: store,
      props: RadioPresenter(title: { $0.title + $0.subtitle }).makeProps,
      removeStateDuplicates:
        .equal { $0.title } && .equal { $0.subtitle }
    )
    let shown = await titles(after: [Like(), Describe(subtitle: "1"), Like(), Tune(title: "Ravel")])
    #expect(shown == ["Bach", "Bach1", "Ravel1"])
  }

  @available(*, deprecated)
  @Test func `a custom filter compares two states in any way`() async {
    viewController.with(
      store: store,
      props: RadioPresenter().makeProps,
      removeStateDuplicates: Equating<Radio> { (lhs: Radio, rhs: Radio) -> Bool in
        lhs.title.count == rhs.title.count
      })
    #expect(await titles(after: [Tune(title: "Berg"), Tune(title: "Ravel")]) == ["Bach", "Ravel"])
  }

  @available(*, deprecated)
  @Test func `all states differ according to one filter, and none according to another`() async {
    let other = TitleController()
    viewController.with(store: store, props: RadioPresenter().makeProps, removeStateDuplicates: .neverEqual)
    other.with(store: store, props: RadioPresenter().makeProps, removeStateDuplicates: .alwaysEqual)
    other.loadViewIfNeeded()
    #expect(await titles(after: [Like(), Tune(title: "Ravel")]) == ["Bach", "Bach", "Ravel"])
    #expect(other.shown.values == ["Bach"])
  }

  /// The titles that the first view controller displayed, after each action had its own round.
  @available(*, deprecated)
  private func titles(after actions: [any Action]) async -> [String] {
    viewController.loadViewIfNeeded()
    _ = await viewController.shown.values(count: 1)
    let witness = TitleController()
    witness.with(store: store, props: RadioPresenter().makeProps)
    witness.loadViewIfNeeded()
    for (index, action) in actions.enumerated() {
      _ = await witness.shown.values(count: index + 1)
      store.dispatch(action)
    }
    // The witness was subscribed last, so it displays each state after the other controllers.
    _ = await witness.shown.values(count: actions.count + 1)
    return viewController.shown.values
  }
}
