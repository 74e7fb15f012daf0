import PureduxTesting
import Testing

@testable import PureduxBindings

@Suite struct EnteredValuesTests {
  @Test func `no edit of an optional value differs from an edit to nil`() {
    let edits = EnteredValues<String>()
    let before: Int?? = edits.value(of: "sheet")
    #expect(before == .none)
    edits.begin(Int?.none, of: "sheet")
    let pending: Int?? = edits.value(of: "sheet")
    #expect(pending == .some(.none))
    #expect(edits.end(of: "sheet"))
    let after: Int?? = edits.value(of: "sheet")
    #expect(after == .none)
  }

  /// A value whose `deinit` calls back.
  private final class Photo: Sendable {
    private let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
  }

  @Test(arguments: [false, true])
  func `a value that reads another field when it is released may be entered, replaced and removed`(keepsReduced: Bool) {
    let (edits, read) = (EnteredValues<String>(keepsReduced: keepsReduced), Recorder<String?>())
    let photo = { Photo { [weak edits] in read.record(edits?.value(of: "title")) } }
    edits.begin("Bolero", of: "title")
    edits.begin(photo(), of: "photo")
    edits.begin(photo(), of: "photo")
    #expect(!edits.end(of: "photo"))
    #expect(edits.end(of: "photo"))
    edits.removeReduced()
    #expect(read.values == ["Bolero", "Bolero"])
  }
}
