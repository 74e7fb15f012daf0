import Foundation
import Testing

@testable import DownloadsProgram

struct OptionsTests {
  @Test(arguments: [
    ["--url"], ["--url", "file:///etc/passwd"], ["--url", "http:///path"], ["--url", "nonsense"], ["--max-size", "-1"],
    ["--max-size", "99999999999999999999"], ["--timeout", "0"], ["--timeout", "nan"], ["--into"], ["more"], [""],
    ["--files", "0"], ["--files", "1000000"], ["--files"],
  ]) func `unsupported input is rejected`(arguments: [String]) {
    #expect(Options(arguments) == nil)
  }

  @Test func `supported input is accepted`() throws {
    let options = try #require(
      Options(["--url", "HTTPS://host/a", "--into", "/folder", "--max-size", "5", "--timeout", "3"]))
    #expect(options.urls.map(\.absoluteString) == ["HTTPS://host/a"])
    #expect(options.limits.folder?.path == "/folder")
    #expect(options.limits.largestSize == 5)
    #expect(options.files == nil && Options(["--files", "10000"])?.files == 10_000)
    #expect(options.limits.timeout == 3 && options.limits.silence == 3)
  }
}
