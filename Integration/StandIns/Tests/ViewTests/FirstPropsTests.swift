import Dispatch
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

@testable import PureduxBindings

/// Creates stores whose views wait until their first props are ready, however busy the machine is.
@MainActor
func patient<Made>(_ make: () -> Made) -> Made {
  StoreContext.with({ $0.firstFrameWait = .seconds(60) }, operation: make)
}

/// The first props are created on the specified queue, and block the main thread only briefly.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct FirstPropsTests {
  private let store = Library.store()
  private let queue = DispatchQueue(label: "props")
  private let mayGoOn = DispatchSemaphore(value: 0)
  private let made = Recorder<Bool>()

  /// Creates props that block until `mayGoOn` is signalled.
  ///
  /// Records whether the main thread created them.
  private var heavyProps: @Sendable (Library, StateStore<Library, any Action>) -> String {
    { [mayGoOn, made] state, _ in
      made.record(isMainThread())
      mayGoOn.wait()
      return state.books.joined(separator: ", ")
    }
  }

  private var options: UpdateOptions<Library> { UpdateOptions(presentationQueue: queue, rate: .debounce(0)) }

  @Test func `expensive props show a placeholder, and are displayed when they are ready`() async {
    let host = ViewHost(
      StoreView(store, props: heavyProps, options: options) {
        Text($0)
      } placeholder: {
        Text("loading")
      })
    host.appear()
    #expect(host.texts == ["loading"])
    mayGoOn.signal()
    await host.until { host.texts == ["Emma"] }
    mayGoOn.signal()
    store.dispatch(AddBook(title: "Ulysses"))
    await host.until { host.texts == ["Emma, Ulysses"] }
    #expect(made.values == [false, false])
  }

  @Test func `expensive props show nothing if there is no placeholder`() async {
    let host = ViewHost(StoreView(store, props: heavyProps, options: options) { Text($0) })
    host.appear()
    #expect(host.texts == [])
    mayGoOn.signal()
    await host.until { host.texts == ["Emma"] }
  }

  @Test func `a view with a store shows its placeholder and then its expensive props`() async {
    let host = ViewHost(
      ViewWithStore(props: heavyProps) {
        Text($0)
      } placeholder: {
        Text("loading")
      }
      .usePresentationQueue(queue)
      .store(store))
    host.appear()
    #expect(host.texts == ["loading"])
    mayGoOn.signal()
    await host.until { host.texts == ["Emma"] }
    #expect(made.values == [false])
  }

  @Test func `the first props are created once, and not again when the view appears`() async {
    let (store, fence) = (patient { Library.store() }, Count())
    let made = made
    let host = ViewHost(
      StoreView(
        store,
        props: { state, _ in
          made.record(isMainThread())
          return state.books.joined(separator: ", ")
        }, options: options
      ) { Text($0) }
      .subscribe(store, debounceFor: 0) { fence.value = $0.visits })
    host.appear()
    #expect(host.texts == ["Emma"])
    await store.send(Visit())
    await host.until { fence.value == 1 }
    #expect(made.values == [false, false])
  }

  @Test func `props that request the main thread do not block it`() async {
    let host = ViewHost(
      StoreView(
        store,
        props: { state, _ in
          if !isMainThread() { DispatchQueue.main.sync {} }
          return state.books.joined(separator: ", ")
        }, options: options
      ) {
        Text($0)
      } placeholder: {
        Text("loading")
      })
    host.appear()
    #expect(host.texts == ["loading"])
    await host.until { host.texts == ["Emma"] }
  }

  @Test func `a suspended queue does not block the main thread`() async {
    queue.suspend()
    let host = ViewHost(
      StoreView(store, props: { state, _ in state.books.joined(separator: ", ") }, options: options) {
        Text($0)
      } placeholder: {
        Text("loading")
      })
    host.appear()
    #expect(host.texts == ["loading"])
    queue.resume()
    await host.until { host.texts == ["Emma"] }
  }

  @Test func `a view that was removed before its props were ready shows nothing`() async {
    let other = Count()
    let host = ViewHost(
      StoreView(store, props: heavyProps, options: options) {
        Text($0)
      } placeholder: {
        Text("loading")
      })
    host.appear()
    host.remove()
    mayGoOn.signal()
    let fence = ViewHost(
      StoreView(store, props: { state, _ in state.visits }, options: options) { visits in
        other.value += 1
        return Text("\(visits)")
      })
    fence.appear()
    await fence.until { fence.texts == ["0"] }
    #expect(host.texts == [])
  }

  @Test func `many views with expensive props wait together no longer than one view`() {
    let clock = ContinuousClock()
    let store = StoreContext.with({ $0.firstFrameWait = .milliseconds(200) }, operation: { Library.store() })
    let views = VStack {
      ForEach((0..<20).map(Row.init)) { _ in StoreView(store, props: heavyProps, options: options) { Text($0) } }
    }
    let host = ViewHost(views)
    let time = clock.measure { host.appear() }
    // Twenty times 200 ms would be four seconds.
    #expect(time < .seconds(2))
    for _ in 0..<40 { mayGoOn.signal() }
  }

  @Test func `a view that subscribes receives props from its queue while it appears`() async {
    let (store, places) = (patient { Library.store() }, Recorder<Bool>())
    let host = ViewHost(
      Text("here").subscribe(store, props: { _, _ in isMainThread() }, options: options) { places.record($0) })
    host.appear()
    #expect(places.values == [false])
  }
}

private struct Row: Identifiable {
  let id: Int
}
