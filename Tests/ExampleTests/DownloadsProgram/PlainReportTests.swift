import Foundation
import Puredux
import Testing

@testable import DownloadsProgram

struct PlainReportTests {
  private func makeDownloads() throws -> Downloads {
    let url = try #require(URL(string: "http://host/file.bin"))
    var downloads = Downloads([url, url], timeout: 1)
    downloads.reduce(.startAll)
    return downloads
  }

  @Test func `a line is printed for each download that changed, and not twice`() throws {
    var (downloads, report) = (try makeDownloads(), PlainReport())
    let (first, second) = (downloads.all[0].id, downloads.all[1].id)
    #expect(report.newLines(of: downloads, changes: nil) == DownloadsScreen.lines(downloads))
    downloads.reduce(.progressed(first, Download.Progress(received: 1, total: 2)))
    downloads.reduce(.progressed(second, Download.Progress(received: 1, total: 2)))
    let lines = DownloadsScreen.lines(downloads)
    #expect(report.newLines(of: downloads, changes: [.updated(second, at: 1), .updated(second, at: 1)]) == [lines[1]])
    #expect(report.newLines(of: downloads, changes: [.updated(first, at: 0), .updated(second, at: 1)]) == [lines[0]])
  }

  @Test func `the outcome of each download is printed even before its update arrives`() throws {
    var (downloads, report) = (try makeDownloads(), PlainReport())
    let (first, second) = (downloads.all[0].id, downloads.all[1].id)
    _ = report.newLines(of: downloads, changes: nil)
    downloads.reduce(.finished(first))
    downloads.reduce(.failed(second, Fetch.Failure.status(404)))
    let lines = report.newLines(of: downloads, changes: [.updated(first, at: 0)])
    #expect(lines == DownloadsScreen.lines(downloads))
    #expect(lines[1].hasSuffix("failed: the server answered 404"))
  }
}
