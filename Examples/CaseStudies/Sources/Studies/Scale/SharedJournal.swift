import Foundation
import Puredux
import PureduxPersistence

/// A list that one process saves in a journal, change by change, and that another process, such as a widget, follows.
struct Readings: Feature, Equatable, Codable {
  struct Reading: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    var degrees: Double
  }

  enum Action: Equatable, Sendable { case measured(Double) }

  var readings: OrderedState<Reading> = []

  mutating func reduce(_ action: Action) {
    switch action {
    case .measured(let degrees): readings.append(Reading(id: readings.count, degrees: degrees))
    }
  }

  /// The parts that are saved, each with its name in the file.
  static let saved: [StatePart<Readings>] = [.elements("readings", \.readings)]

  /// The store of the process that writes.
  static func writer(_ journal: Journal<Readings>) -> (StateStore<Readings, Action>, Persistence) {
    let store = StateStore(feature: Readings()) { $0.reduce($1) }
    return (store, store.persist(saved, in: journal, pace: SavingPace(debounce: .milliseconds(20))))
  }

  /// The store of a process that reads. It takes no lock, and sees each save within milliseconds.
  static func reader(_ journal: Journal<Readings>) -> (StateStore<Readings, Action>, JournalFollowing) {
    let store = StateStore(feature: Readings()) { $0.reduce($1) }
    return (store, store.follow(saved, in: journal))
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct ReadingsView: View {
    let store: StateStore<Readings, Readings.Action>

    var body: some View {
      StoreView(store) { readings, _ in
        List { ForEach(readings.readings) { Text("\($0.degrees)°") } }
      }
    }
  }
#endif

extension Study {
  static let journal = Study("journal", .scale, "A journal, which a second process follows") {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).journal")
    defer { try? FileManager.default.removeItem(at: file) }
    let (store, saving) = Readings.writer(Journal(FileStorage(file)))
    await store.send(.measured(20))
    await saving.flush()
    #if os(macOS) || os(Linux)
      fflush(nil)
      let reader = try secondProcess(following: file)
    #endif
    for degrees in [20.5, 21, 21.5] {
      try await Task.sleep(for: .milliseconds(100))
      print("  > measured(\(degrees))")
      // Both processes print lines to the same place.
      fflush(nil)
      await store.send(.measured(degrees))
    }
    await saving.flush()
    #if os(macOS) || os(Linux)
      reader.waitUntilExit()
    #endif
  }

  #if os(macOS) || os(Linux)
    /// Starts this program again, as a reader.
    private static func secondProcess(following file: URL) throws -> Process {
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["--follow", file.path]
      try process.run()
      return process
    }
  #endif

  /// Runs in the second process: prints the readings until there are four.
  public static func follow(_ file: String) async {
    let (store, following) = Readings.reader(Journal(FileStorage(URL(fileURLWithPath: file))))
    await following.look()
    for await state in store.states() {
      print("    the second process sees \(state.readings.map(\.degrees))")
      fflush(nil)
      if state.readings.count == 4 { return }
    }
  }
}
