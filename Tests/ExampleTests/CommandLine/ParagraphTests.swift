import ExampleCommandLine
import Testing

struct ParagraphTests {
  @Test(arguments: [
    ("a word is never broken", 10, "a word is\nnever\nbroken"),
    ("  indented text keeps its indentation", 20, "  indented text\n  keeps its\n  indentation"),
    ("two\n\nlines", 5, "two\n\nlines"),
    ("unbreakable", 4, "unbreakable"),
    ("a  line that fits   keeps its spaces", 80, "a  line that fits   keeps its spaces"),
  ])
  func `lines break between words`(text: String, columns: Int, rows: String) {
    #expect(Paragraph.wrapped(text, columns: columns) == rows)
  }

  @Test func `text that no terminal shows is not broken`() {
    #expect(Paragraph.wrapped("a word is never broken", columns: nil) == "a word is never broken")
  }
}
