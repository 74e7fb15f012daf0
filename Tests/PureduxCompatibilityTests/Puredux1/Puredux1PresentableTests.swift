import Dispatch
import PureduxBindings
import PureduxCompatibility
import PureduxCore
import Testing

@MainActor
private final class TitleScreen: Presentable {
  var presenter: (any PresenterProtocol)?
  let (titles, show) = AsyncStream.makeStream(of: String.self)

  func setProps(_ title: String) { show.yield(title) }
}

@MainActor
@Suite struct Puredux1PresentableTests {
  private struct TitlePresenter {
    func makeProps(count: Int, store: any Store<Int, Int>) -> String { "\(count)" }
  }

  @available(*, deprecated)
  @Test(arguments: [DispatchQueue.main, .sharedPresentationQueue, DispatchQueue(label: "own")])
  func `a presentable is connected as in Puredux 1`(queue: DispatchQueue) async {
    let (screen, store) = (TitleScreen(), StateStore<Int, Int>(0) { $0 += $1 })
    screen.with(
      store: store, props: TitlePresenter().makeProps, presentationQueue: queue,
      removeStateDuplicates: .equal { $0 } && .equal { $0 / 10 })
    screen.presenter?.subscribeToStore()
    var titles = screen.titles.makeAsyncIterator()
    #expect(await titles.next() == "0")
    await store.send(3)
    #expect(await titles.next() == "3")
  }
}
