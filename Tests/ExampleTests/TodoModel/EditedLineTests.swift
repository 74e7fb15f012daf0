import Testing
import TodoModel

struct EditedLineTests {
  /// The line after these edits, with `|` where the cursor is.
  private func edited(_ text: String = "one two", _ edits: (inout EditedLine) -> Void) -> String {
    var line = EditedLine(text)
    edits(&line)
    #expect(line.text == line.before + line.after)
    return line.before + "|" + line.after
  }

  @Test func `the cursor moves to characters, words and both ends`() {
    #expect(edited { $0.moveLeft() } == "one tw|o")
    #expect(edited { $0.moveWordLeft() } == "one |two")
    #expect(
      edited {
        $0.moveWordLeft(); $0.moveWordLeft(); $0.moveWordLeft()
      } == "|one two")
    #expect(
      edited {
        $0.moveToStart(); $0.moveWordRight()
      } == "one| two")
    #expect(
      edited {
        $0.moveToStart(); $0.moveRight(); $0.moveRight(); $0.moveToEnd(); $0.moveRight()
      } == "one two|")
    #expect(
      edited("") {
        $0.moveLeft(); $0.moveRight(); $0.moveWordLeft(); $0.moveWordRight()
      } == "|")
  }

  @Test func `text before and after the cursor is deleted`() {
    #expect(
      edited {
        $0.moveLeft(); $0.deleteBackward()
      } == "one t|o")
    #expect(
      edited {
        $0.moveLeft(); $0.deleteForward()
      } == "one tw|")
    #expect(edited { $0.deleteForward() } == "one two|")
    #expect(edited { $0.deleteWordBackward() } == "one |")
    #expect(
      edited {
        $0.moveWordLeft(); $0.deleteToEnd()
      } == "one |")
    #expect(
      edited {
        $0.moveWordLeft(); $0.deleteToStart()
      } == "|two")
    #expect(edited("e\u{301}😀") { $0.deleteBackward() } == "e\u{301}|")
  }

  @Test func `inserted text stays one line, at the cursor`() {
    #expect(
      edited {
        $0.moveWordLeft(); $0.insert("and ")
      } == "one and |two")
    #expect(edited("") { $0.insert("a\r\nb\tc\u{1B}[2J\u{2028}d\u{9B}") } == "a  b c[2J d|")
    // A letter and its mark come one after another.
    #expect(
      edited("") {
        $0.insert("e"); $0.insert("\u{301}"); $0.insert("x")
      } == "e\u{301}x|")
  }
}
