import Dispatch
import PureduxBindings
import Testing
import UIKit

private final class BooksController: UIViewController {
  let label = UILabel()
  let store: StateStore<(Library, Selection), any Action>
  let shown: Shown

  init(_ root: StateStore<Library, any Action>, _ shown: Shown) {
    store = root.with(Selection()) { state, action in state.reduce(action) }
    self.shown = shown
    super.init()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    subscribe(store, removeStateDuplicates: .equal { $0.0.books }, debounceFor: 0.016) { [weak self] in
      self?.updateUI(with: $0)
    }
  }

  private func updateUI(with state: (Library, Selection)) {
    label.text = state.0.books.joined(separator: ", ")
    shown.show(label.text)
  }
}

private final class FancyViewController: UIViewController, Presentable {
  struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: (any PresenterProtocol)?
  let shown = Shown()
  var props: Props?

  func setProps(_ props: Props) {
    self.props = props
    shown.show(props.title)
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.subscribeToStore()
  }
}

/// The displayed values, which a test can await.
@MainActor
private final class Shown {
  private(set) var texts: [String?] = []
  private let (stream, continuation) = AsyncStream.makeStream(of: String?.self)

  func show(_ text: String?) {
    texts.append(text)
    continuation.yield(text)
  }

  func next() async -> String? {
    for await text in stream { return text }
    return nil
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ViewControllerTests {
  @Test func `a view controller shows states once its view is loaded`() async {
    let (store, shown) = (Library.store(), Shown())
    let controller = BooksController(store, shown)
    controller.loadViewIfNeeded()
    #expect(await shown.next() == "Emma")
    store.dispatch(AddBook(title: "Ulysses"))
    #expect(await shown.next() == "Emma, Ulysses")
    withExtendedLifetime(controller) {}
  }

  @Test func `a released view controller displays nothing more`() async {
    let (store, shown, other) = (Library.store(), Shown(), Shown())
    weak var freed: BooksController?
    do {
      let controller = BooksController(store, shown)
      controller.loadViewIfNeeded()
      freed = controller
      #expect(await shown.next() == "Emma")
    }
    #expect(freed == nil)
    let fence = BooksController(store, other)
    fence.loadViewIfNeeded()
    #expect(await other.next() == "Emma")
    store.dispatch(AddBook(title: "Ulysses"))
    #expect(await other.next() == "Emma, Ulysses")
    #expect(shown.texts == ["Emma"])
    withExtendedLifetime(fence) {}
  }

  @Test func `a presentable view controller receives props`() async {
    let store = Library.store()
    let controller = FancyViewController()
    controller.setPresenter(
      store,
      props: { state, dispatch in
        FancyViewController.Props(title: state.books.joined()) { dispatch(AddBook(title: "!")) }
      },
      presentationQueue: .main)
    controller.loadViewIfNeeded()
    #expect(await controller.shown.next() == "Emma")
    controller.props?.onTap()
    #expect(await controller.shown.next() == "Emma!")
  }
}
