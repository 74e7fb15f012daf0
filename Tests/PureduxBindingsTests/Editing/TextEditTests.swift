import PureduxTesting
import Testing

@testable import PureduxBindings

@Suite struct TextEditTests {
  @Test(arguments: [
    // Nothing has changed in the meantime.
    ("hello", "hello!", "hello", "hello!"),
    // The text was cleared, as when a message is sent.
    ("hello", "hello!", "", "!"), ("hello!", "hello!!", "!", "!!"),
    // Text was inserted before, after and inside the edit.
    ("bc", "bcd", "abc", "abcd"), ("ab", "xab", "abc", "xabc"), ("ad", "abd", "a-d", "a-bd"),
    // The letters were capitalized.
    ("ab", "abc", "AB", "ABc"), ("abc", "ac", "ABC", "AC"),
    // A letter was rejected.
    ("12a", "12a3", "12", "123"),
    // Both edits removed the same text, or parts of it.
    ("abcd", "ad", "ad", "ad"), ("abcd", "ad", "abd", "ad"), ("abcd", "a", "acd", "a"),
    // Characters of several code points.
    ("e", "e\u{301}", "e", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧!", "👍👩‍👩‍👧", "👍👩‍👩‍👧!"),
  ])
  func `an edit is applied to a text that has changed in the meantime`(
    old: String, new: String, current: String, merged: String
  ) {
    var text = current
    text.apply(TextEdit(from: old, to: new))
    #expect(text == merged)
  }

  @Test(arguments: [
    ("abc", "abcd", 1, 1), ("abc", "xabc", 1, 2), ("abc", "ABC", 2, 2), ("abc", "", 2, 0), ("abcd", "a-d", 2, 2),
    ("1234", "1,234", 4, 5), ("1234", "1,234", 0, 0), ("ab", "ab-", 2, 3), ("ab", "ab-", 1, 1), ("", "abc", 0, 3),
    ("abc", "abc", 2, 2), ("abc", "abcd", 99, 4), ("abc", "abcd", -1, 0),
  ])
  func `a cursor stays with its text`(old: String, new: String, before: Int, after: Int) {
    #expect(TextEdit(from: old, to: new).cursor(at: before) == after)
  }

  @Test(arguments: 0..<200)
  func `no letter that the user inserted is lost, whatever happened to the text`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      let letters = (0..<Int.random(in: 0...6, using: &random)).map { _ in "abcXY".randomElement(using: &random)! }
      let old = String(letters)
      var new = old
      new.insert("*", at: new.index(new.startIndex, offsetBy: .random(in: 0...new.count, using: &random)))
      var current = String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in "abcXY".randomElement(using: &random)! })
      let before = current.count
      current.apply(TextEdit(from: old, to: new))
      #expect(current.filter { $0 == "*" }.count == 1)
      #expect(current.count == before + 1)
    }
  }
}
