import PureduxDependencies
import Testing

private struct Settings: EntryContainer { var overrides = EntryOverrides() }

/// The form that needs no macro, as the documentation shows it.
extension Settings {
  fileprivate var limit: Int {
    get { self[Self.limitEntry] }
    set { self[Self.limitEntry] = newValue }
  }
  private static let limitEntry = EntryStorage(\Settings.limit, name: "limit") { 10 }

  fileprivate var makeText: () -> String {
    get { self[Self.makeTextEntry] }
    set { self[Self.makeTextEntry] = newValue }
  }
  private static let makeTextEntry = EntryStorage(\Settings.makeText, name: "makeText") { { "text" } }
}

struct HandWrittenEntryTests {
  @Test func `an entry written by hand does what a macro's does`() {
    #expect(Settings[\.limit] == 10 && Settings[\.makeText]() == "text")
    Settings.with {
      $0.limit = 20
      $0.makeText = { "other" }
    } operation: {
      #expect(Settings[\.limit] == 20 && Settings[\.makeText]() == "other")
    }
    Settings[\.limit] = 30
    #expect(Settings[\.limit] == 30 && Settings[\.makeText]() == "text")
  }
}
