import PureduxDependencies
import Testing

private struct Settings: EntryContainer { var overrides = EntryOverrides() }

/// The form without a macro, as in the documentation.
extension Settings {
  fileprivate var limit: Int {
    get { Self.limitEntry.value(in: self) }
    set { Self.limitEntry.set(newValue, in: &self) }
  }
  private static let limitEntry = EntryStorage(\Settings.limit, name: "limit") { 10 }

  fileprivate var makeText: () -> String {
    get { Self.makeTextEntry.value(in: self) }
    set { Self.makeTextEntry.set(newValue, in: &self) }
  }
  private static let makeTextEntry = EntryStorage(\Settings.makeText, name: "makeText") { { "text" } }
}

struct HandWrittenEntryTests {
  @Test func `a handwritten entry behaves like a macro's`() {
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
