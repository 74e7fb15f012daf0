import ExampleTerminal
import Foundation
import Puredux
import Testing

@testable import DownloadsProgram

struct DownloadTests {
  private func download(received: Int, total: Int?) throws -> Download {
    var download = Download(url: try #require(URL(string: "http://host/file.bin")))
    download.progress = Download.Progress(received: received, total: total)
    return download
  }

  @Test(arguments: [
    (5, 10, 0.5), (3_000_000, 2_951, 1), (5, 0, 1), (0, 0, 1), (5, -1, 1), (.max, 1, 1), (0, .max, 0),
  ]) func `the fraction never exceeds 1, whatever size a server announced`(received: Int, total: Int, fraction: Double)
    throws
  {
    #expect(try download(received: received, total: total).fraction == fraction)
    #expect(try download(received: received, total: nil).fraction == nil)
  }

  @Test func `a screen can show more received than announced, and fewer rows than there are files`() throws {
    var downloads = Downloads([], timeout: 1)
    downloads.all = [try download(received: 0, total: nil)]
    downloads.reduce(.startAll)
    downloads.reduce(.progressed(downloads.all[0].id, Download.Progress(received: 3_000_000, total: 2_951)))
    let rows = DownloadsScreen.rows(downloads, TerminalSize(columns: 80, rows: 24))
    #expect(rows[0].text == "1  file.bin       \(String(repeating: "█", count: 30)) attempt 1")
    let narrow = DownloadsScreen.rows(downloads, TerminalSize(columns: 40, rows: 24)).map(\.text)
    #expect(narrow[0] == "1  file.bin    attempt 1, 100 %" && narrow.allSatisfy { $0.count <= 40 })
    let wide = DownloadsScreen.rows(downloads, TerminalSize(columns: 200, rows: 24))
    #expect(wide[0].text.hasSuffix("\(String(repeating: "█", count: 60)) attempt 1"))
    #expect(DownloadsScreen.lines(downloads) == ["file.bin       attempt 1 100 %"])
    downloads.all = OrderedState(try (0..<50).map { _ in try download(received: 1, total: nil) })
    for height in 0...60 {
      let rows = DownloadsScreen.rows(downloads, TerminalSize(columns: 80, rows: height))
      #expect(height < 3 || rows.count <= height)
    }
  }

  @Test func `a download that is started again shows no progress of the earlier one`() throws {
    for isCancelled in [true, false] {
      var downloads = Downloads([try #require(URL(string: "http://host/file.bin"))], timeout: 1)
      downloads.reduce(.startAll)
      let id = downloads.all[0].id
      downloads.reduce(.progressed(id, Download.Progress(received: 7, total: 9)))
      if isCancelled {
        downloads.reduce(.toggle(0))
      } else {
        downloads.reduce(.saved(id, as: "file.bin"))
        downloads.reduce(.finished(id))
      }
      // Until then, the progress stays on the screen.
      #expect(downloads.all[0].progress.received == 7)
      downloads.reduce(.toggle(0))
      #expect(downloads.all[0].progress == Download.Progress() && downloads.all[0].savedAs == nil)
      #expect(downloads.all[0].job.isInProgress)
    }
  }

  @Test func `a file that is too large or missing is not requested again, and a slow file is`() throws {
    for (error, isTriedAgain) in [
      (Fetch.Failure.tooLarge(limit: 1), false), (.status(404), false), (.status(503), true), (.tooSlow, true),
    ] {
      var downloads = Downloads([try #require(URL(string: "http://host/file.bin"))], timeout: 1)
      downloads.reduce(.startAll)
      downloads.reduce(.failed(downloads.all[0].id, error))
      #expect(downloads.all[0].job.isInProgress == isTriedAgain)
    }
  }
}
