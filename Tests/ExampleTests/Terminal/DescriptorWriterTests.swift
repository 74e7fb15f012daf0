import ExampleTerminal
import Foundation
import Testing

struct DescriptorWriterTests {
  /// Both ends of a pipe. The end for writing is nonblocking.
  private func makePipe() -> (read: Int32, write: Int32) {
    StandardStreams.prepare()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func `a closed reader is reported, and is distinguished from other failures`() {
    let ends = makePipe()
    close(ends.read)
    defer { close(ends.write) }
    let failure = #expect(throws: OutputFailure.self) { try DescriptorWriter(ends.write).write("text") }
    #expect(failure?.isReaderGone == true)
  }

  @Test func `a closed output is reported`() {
    let failure = #expect(throws: OutputFailure.self) { try DescriptorWriter(-1).write("text") }
    #expect(failure == OutputFailure(code: EBADF))
    #expect(failure?.isReaderGone == false)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func `a full output is reported`() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(throws: OutputFailure(code: ENOSPC)) { try DescriptorWriter(full).write("text") }
  }

  @Test func `an output that accepts only a part at once, or does not block, receives everything`() async throws {
    let ends = makePipe()
    #expect(fcntl(ends.write, F_SETFL, O_NONBLOCK) == 0)
    let text = String(repeating: "0123456789", count: 100_000)
    async let received = FileHandle(fileDescriptor: ends.read, closeOnDealloc: true).readToEnd()
    try await Task.detached {
      defer { close(ends.write) }
      try DescriptorWriter(ends.write).write(text)
    }.value
    #expect(try await received == Data(text.utf8))
  }
}
