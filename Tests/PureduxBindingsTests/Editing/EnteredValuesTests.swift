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
}
