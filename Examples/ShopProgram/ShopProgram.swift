import ExampleCommandLine
import ExampleRecording
import ExampleTerminal
import Foundation
import Puredux
import PureduxPersistence
import PureduxQuery

/// A shop in the terminal, whose server is another process and often fails.
package enum ShopProgram {
  package static func main() async {
    StandardStreams.prepare()
    let arguments = CommandLine.arguments.dropFirst()
    guard let options = Options(arguments) else {
      let complaint = CommandLineOptions.complaint(about: arguments) { Options($0) != nil }
      fail("Shop: \(complaint)\n\n\(Options.usage)", EX_USAGE)
    }
    if options.isServer { return ServerProcess.serve() }
    do throws(OutputFailure) {
      if options.isHelp {
        try StandardStreams.printLines(Options.usage.components(separatedBy: "\n"))
      } else {
        exit(try await run(options))
      }
    } catch {
      StandardStreams.exit("Shop", because: error)
    }
  }

  /// Runs to the end, and returns the exit status.
  private static func run(_ options: Options) async throws(OutputFailure) -> Int32 {
    // A test has no server, so the store of a test has no effects, and receives every action that the effects
    // dispatched.
    let reader = SessionReader(
      making: "StateStore<Shop, Shop.Action>(Shop()) { $0.reduce($1) }", sendsAll: true
    ) {
      Shop.makeStore()
    }
    reader.readAndExit(options.recording, as: "Shop")
    guard let server = ServerProcess() else { fail("Shop: its server cannot be started", EX_OSERR) }
    let silent = Shop.makeStore()
    let archive = options.file.map { Archive<Shop.Saved>(FileStorage(URL(fileURLWithPath: $0))) }
    let persistence = archive.map { silent.persist(\.saved, in: $0) }
    do throws(RecordingProblem) {
      // Before the first action, so that the session begins with the state in which a replay begins.
      try options.recording.begin(silent, tell: StandardStreams.reportBeforeScreen)
    } catch {
      fail("Shop: \(error)", EX_CANTCREAT)
    }
    let store = silent.asking(server.ask)
    let session = try TerminalSession.start()
    var status: Int32 = 0
    if let session {
      status = await show(store, server, on: session)
      session.close()
    } else {
      ExitSignals.handle()
      try await playScene(store, server)
    }
    let isKept = await persistence?.flush() ?? true
    return isKept ? status : EX_IOERR
  }

  /// Shows the shop and handles keys, until a key or a signal ends it.
  private static func show(_ store: ShopStore, _ server: ServerProcess, on session: TerminalSession) async -> Int32 {
    await withTaskGroup(of: Int32?.self) { group in
      group.addTask {
        for await shop in store.states() { session.show(ShopScreen.rows(shop, session.size)) }
        return nil
      }
      group.addTask {
        for await event in session.events {
          switch event {
          case .key(.character("q")): return 0
          case .key(let key): press(key, store, server)
          case .redraw(let size): session.show(ShopScreen.rows(store.state, size))
          case .paste: break
          case .end(let reason): return reason.exitStatus
          }
        }
        return 0
      }
      defer { group.cancelAll() }
      while let ended = await group.next() { if let status = ended { return status } }
      return 0
    }
  }

  private static func press(_ key: KeyPress, _ store: ShopStore, _ server: ServerProcess) {
    switch key {
    case .up, .character("k"): store.dispatch(.move(-1))
    case .down, .character("j"): store.dispatch(.move(1))
    case .enter: store.dispatch(.open)
    case .escape, .backspace: store.dispatch(.close)
    case .character("l"): store.dispatch(.like)
    case .character("+"): store.dispatch(.put(1))
    case .character("-"): store.dispatch(.put(-1))
    case .character("m"): store.dispatch(.moreReviews)
    case .character("o"): setOnline(!store.state.isOnline, store, server)
    default: break
    }
  }

  private static func setOnline(_ isOnline: Bool, _ store: ShopStore, _ server: ServerProcess) {
    server.setOnline(isOnline)
    store.dispatch(.setOnline(isOnline))
  }

  /// A possible sequence of user actions, for a program without a terminal.
  ///
  /// Each step waits for the result of the previous one.
  private static func playScene(_ store: ShopStore, _ server: ServerProcess) async throws(OutputFailure) {
    func say(_ line: String) throws(OutputFailure) { try StandardStreams.printLines([line]) }
    func wait(until condition: @Sendable (Shop) -> Bool) async {
      for await shop in store.states() where condition(shop) { return }
    }
    await wait { shop in !shop.ids.isEmpty && shop.ids.allSatisfy { shop.products.value($0) != nil } }
    try StandardStreams.printLines(ShopScreen.lines(store.state))

    await store.send(.like)
    await store.send(.move(ShopServer.refusing))
    await store.send(.like)
    try say("Two likes are shown at once: \(likes(store.state))")
    await wait { $0.products.pending.isEmpty }
    try say("The server has taken one and refused the other: \(likes(store.state))")

    setOnline(false, store, server)
    for _ in 0..<3 { await store.send(.put(1)) }
    await store.send(.move(1))
    await store.send(.put(2))
    try say("Offline, the basket is \(ShopScreen.basket(store.state))")
    setOnline(true, store, server)
    await wait { $0.basket.pending.isEmpty }
    try say("Online again, it is \(ShopScreen.basket(store.state))")

    await store.send(.open)
    await wait { shop in shop.opened.flatMap { shop.reviews.value($0) } != nil }
    await store.send(.moreReviews)
    await wait { shop in shop.opened.flatMap { shop.reviews.value($0)?.pageCount } == 2 }
    let reviews = store.state.opened.flatMap { store.state.reviews.value($0)?.items } ?? []
    try say("Two pages have \(reviews.count) reviews; the last is “\(reviews.last ?? "")”")
  }

  private static func likes(_ shop: Shop) -> String {
    shop.ids.compactMap { shop.products.value($0) }.filter(\.isLiked).map(\.name).joined(separator: ", ")
  }

  private static func fail(_ text: String, _ status: Int32) -> Never {
    for line in text.components(separatedBy: "\n") { StandardStreams.reportLine(line) }
    exit(status)
  }
}
