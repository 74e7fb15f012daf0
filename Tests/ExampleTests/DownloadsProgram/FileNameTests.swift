import Foundation
import Testing

@testable import DownloadsProgram

struct FileNameTests {
  @Test(arguments: [
    ("file.bin", "file.bin"), ("../../etc/passwd", "_._.._etc_passwd"), ("..", "_."), (".bashrc", "_bashrc"),
    ("-rf", "_rf"),
    ("", "download"), (" ", "download"), ("a\u{1B}[2Jb", "a␛[2Jb"), ("a\u{0}b", "a␀b"), ("exe\u{202E}txt", "exe_txt"),
    ("C:\\a", "C__a"), ("日本語.txt", "日本語.txt"), ("a\nb", "a b"),
  ]) func `a name stays in its folder, is not hidden, and contains no control characters`(text: String, name: String) {
    #expect(FileName.safe(text) == name)
    #expect(FileName.safe(name) == name)
  }

  @Test func `a name is not longer than a file system allows`() {
    #expect(FileName.safe(String(repeating: "日", count: 10_000)).utf8.count <= 120)
    #expect(FileName.safe("a" + String(repeating: "\u{301}", count: 10_000)).utf8.count <= 120)
  }

  @Test func `a number is inserted before the extension of a file`() {
    #expect(FileName.numbered("file.bin", 1) == "file.bin")
    #expect(FileName.numbered("file.bin", 2) == "file-2.bin")
    #expect(FileName.numbered("file", 3) == "file-3")
  }
}
