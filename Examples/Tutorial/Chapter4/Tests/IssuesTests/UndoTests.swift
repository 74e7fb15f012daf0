import Puredux
import PureduxHistory
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct UndoTests {
  @Test func `undoing an edit keeps what the server has changed`() {
    let (crash, typo) = (Issue(id: 1, title: "Crash"), Issue(id: 2, title: "Typo"))
    let closed = Issue(id: 1, title: "Crash", isOpen: false)
    let corrected = Issue(id: 2, title: "Typo in the title")
    var list = IssueList(issues: [crash, typo])

    list.reduce(.toggle(1))
    list.loading.run()
    list.reduce(.loaded([closed, corrected]))
    #expect(list.issues == [closed, corrected])
    #expect(list.history.undoName == "Close")

    list.reduce(.undo)
    #expect(list.issues == [crash, corrected])
    list.reduce(.redo)
    #expect(list.issues == [closed, corrected])
  }
}
