import Dispatch
import Foundation
import PureduxTesting
import Testing

@testable import PureduxInspector

@Suite struct `A server of the Model Context Protocol` {
  /// Sends these lines, and returns the responses by the spelling of their ids.
  private func answers(_ lines: String...) throws -> [String: ContextValue] {
    let output = Recorder<String>()
    let input = Recorder<Int>()
    let server = ContextServer(SessionSource(ShopProgram())) { output.record(String(decoding: $0, as: UTF8.self)) }
    let bytes = Data((lines.joined(separator: "\n") + "\n").utf8)
    server.run {
      guard input.values.isEmpty else { return nil }
      input.record(1)
      return bytes
    }
    let values = output.values.map { ContextValue(json: Array($0.utf8)) }
    return Dictionary(values.map { (String(decoding: $0["id"].json, as: UTF8.self), $0) }) { $1 }
  }

  private func call(_ tool: String, _ arguments: String) throws -> String {
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    let answer = try answers(request)["1"]
    return try #require(answer?["result"]["content"].elements.first?["text"].text)
  }

  @Test func `agrees on a revision of the protocol`() throws {
    func revision(_ wanted: String) throws -> String? {
      try answers(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(wanted)","capabilities":{}}}"#)[
          "1"]?[
          "result"][
          "protocolVersion"
        ].text
    }
    #expect(try revision("2025-06-18") == "2025-06-18")
    #expect(try revision("1999-01-01") == "2025-11-25")
  }

  @Test func `lists at most eight tools in 1,500 tokens, and time travel only if the program allows it`() throws {
    let all = JSON.array(ContextTool.allCases.map(\.schema)).text
    #expect(all.count <= 6000)
    #expect(ContextTool.allCases.count <= 8)
    let tools = try answers(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)["1"]?["result"]["tools"].elements
    #expect(tools?.compactMap { $0["name"].text } == ["program", "events", "event", "state", "find", "slow", "story"])
  }

  @Test func `answers broken lines, unknown methods and lists of requests with errors`() throws {
    #expect(try answers("garbage")["null"]?["error"]["code"].int == -32700)
    #expect(try answers("[1]")["null"]?["error"]["code"].int == -32600)
    #expect(try answers(#"{"jsonrpc":"2.0","id":7,"method":"no/such"}"#)["7"]?["error"]["code"].int == -32601)
    let long = String(repeating: "x", count: ContextServer.longestLine + 1)
    #expect(try answers(long)["null"]?["error"]["code"].int == -32600)
  }

  @Test func `finds the first event after which a value satisfies a condition`() throws {
    #expect(try call("find", #"{"path":"items","condition":">= 2"}"#).hasPrefix("#3 "))
    #expect(try call("find", #"{"path":"items","condition":"> 9"}"#) == "After no event up to 7.")
  }

  @Test func `returns events, and explains invalid calls`() throws {
    #expect(try call("events", #"{"text":"milk"}"#).contains("Milk"))
    #expect(try call("event", #"{"evnt":1}"#).contains("There is no parameter evnt"))
    #expect(try call("find", #"{"condition":"is purple"}"#).hasPrefix("condition must be one of == VALUE"))
    #expect(try call("state", #"{"path":"items/0/title","event":2}"#).contains("Milk"))
  }

  @Test(arguments: [("1", "1"), (#""a/1""#, #""a\/1""#), (#""é""#, #""\u00e9""#)])
  func `a call that is cancelled stops without an answer, and the next one is answered`(
    id: String, cancelled: String
  ) throws {
    let (source, output) = (WaitingSource(), Recorder<String>())
    let server = ContextServer(source) { output.record(String(decoding: $0, as: UTF8.self)) }
    let pieces = [
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"program"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(cancelled)}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"program"}}"#,
    ]
    let read = Recorder<Int>()
    server.run {
      let count = read.values.count
      read.record(count)
      if count == 1 { source.wasAsked.wait() }
      if count == 2 { source.mayGoOn.signal() }
      return pieces.indices.contains(count) ? Data((pieces[count] + "\n").utf8) : nil
    }
    #expect(source.ends.values.first == "cancelled")
    let values = output.values.map { ContextValue(json: Array($0.utf8)) }
    #expect(values.map { $0["id"].int } == [2])
    #expect(
      values.first?["result"]["content"].elements.first?["text"].text?.hasPrefix("waiting: events 1 to 2") == true)
  }
}

/// Its first request waits until the test releases it.
private final class WaitingSource: ContextSource, Sendable {
  let wasAsked = DispatchSemaphore(value: 0)
  let mayGoOn = DispatchSemaphore(value: 0)
  let ends = Recorder<String>()

  func ask(
    _ name: String, _ query: [(name: String, value: String)], post: [UInt8]?, isCancelled: () -> Bool
  ) throws(ContextSourceError) -> ContextValue {
    if ends.values.isEmpty {
      wasAsked.signal()
      mayGoOn.wait()
    }
    ends.record(isCancelled() ? "cancelled" : name)
    if isCancelled() { throw .cancelled }
    return ContextValue(
      json: Array((name == "stores" ? "[]" : #"{"program":"waiting","first":1,"last":2}"#).utf8))
  }
}
