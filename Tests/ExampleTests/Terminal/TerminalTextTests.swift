import ExampleTerminal
import Testing

struct TerminalTextTests {
  @Test(arguments: [
    ("plain, ä€😀", "plain, ä€😀"),
    ("\u{1B}[2J", "␛[2J"),
    ("\u{1B}]0;title\u{7}", "␛]0;title␇"),
    ("a\r\nb\tc", "a  b c"),
    ("\u{7F}\u{9B}31m", "␡\u{FFFD}31m"),
    ("exe.\u{202E}txt", "exe.\u{FFFD}txt"),
    ("\u{301}a", "\u{25CC}\u{301}a"),
    ("", ""),
  ]) func `a cleaned text contains no control characters for a terminal`(text: String, cleaned: String) {
    #expect(text.cleanedForTerminal == cleaned)
  }

  @Test func `no scalar that moves a cursor or changes a terminal survives cleaning`() {
    for value in UInt32(0)...0x2FFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let cleaned = "a\(scalar)b".cleanedForTerminal.unicodeScalars
      #expect(cleaned.allSatisfy { $0.properties.generalCategory != .control && !$0.properties.isBidiControl })
      #expect(cleaned.count == 3)
    }
  }

  @Test func `cleaning twice changes nothing more`() {
    let text = "\u{1B}[31m\u{301}\u{202E}\n" + String(repeating: "e\u{301}\u{302}", count: 40)
    #expect(text.cleanedForTerminal.cleanedForTerminal == text.cleanedForTerminal)
  }

  @Test func `stacked combining marks are cut, and a family emoji is not`() {
    let tower = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(tower.cleanedForTerminal.unicodeScalars.count < 20)
    for picture in ["👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇺🇦"] { #expect(picture.cleanedForTerminal == picture) }
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("ä", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("😀", 2), ("🇺🇦", 2),
    ("👨‍👩‍👧‍👦", 2), ("❤️", 2), ("a\u{200D}", 2), ("█░", 2), ("\u{200B}", 0),
  ]) func `a text is as wide as the cells that it fills`(text: String, cells: Int) {
    #expect(text.cells == cells)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本", 1, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 0, ""), ("", 3, ""),
  ]) func `a text is cut between characters, and shows that it was cut`(text: String, limit: Int, fitted: String) {
    #expect(text.fitted(cells: limit) == fitted)
    #expect(text.fitted(cells: limit).cells <= limit)
    #expect(text.column(cells: limit).cells == limit)
  }

  @Test func `the end of a text is cut between characters too`() {
    #expect("abcd".tail(cells: 2) == "cd")
    #expect("日本語".tail(cells: 3) == "語")
    #expect("ab".tail(cells: 5) == "ab")
    #expect("ab".tail(cells: 0) == "")
  }
}
