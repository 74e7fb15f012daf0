import Foundation
import Testing

@testable import PureduxReplica

@Suite struct ReplicaEntryTests {
  private func entry(_ content: ReplicaEntry.Content) -> ReplicaEntry {
    ReplicaEntry(
      id: .init(client: 3, number: 4), version: 5, inputs: .init(seed: .max, time: .min), content: content)
  }

  @Test func `a log stores entries in any form that codes them`() throws {
    let contents: [ReplicaEntry.Content] = [
      .action(Data([0, 255])), .rejected, .mark, .digest(.max, position: 7),
    ]
    let entries = contents.map(entry)
    let data = try JSONEncoder().encode(entries)
    #expect(try JSONDecoder().decode([ReplicaEntry].self, from: data) == entries)
  }

  @Test func `an authority rejects an action by removing it, and cannot remove a mark`() {
    var action = entry(.action(Data([1])))
    #expect(action.action == Data([1]) && action.client == 3 && action.number == 4)
    action.action = nil
    #expect(action.content == .rejected)
    var mark = entry(.mark)
    #expect(mark.action == nil)
    mark.action = nil
    #expect(mark.content == .mark)
  }

  @Test func `infinite numbers are encoded, and equal documents have equal bytes`() throws {
    let document = ["b": Double.infinity, "a": -.infinity, "c": 1.5]
    let data = try ReplicaJSON.data(document)
    #expect(String(decoding: data, as: UTF8.self) == #"{"a":"-inf","b":"inf","c":1.5}"#)
    let decoded: [String: Double] = try decodeShared(data)
    #expect(decoded == document)
  }

  @Test func `migrate decodes the actions of earlier versions`() throws {
    let coding = ReplicaCoding<SharedList, ListAction>(version: 2) { version, data in
      version == 1 ? .add(try decodeShared(data)) : try decodeShared(data)
    }
    let old = ReplicaEntry(
      id: .init(client: 1, number: 1), version: 1, inputs: .init(seed: 1, time: 1),
      content: .action(try ReplicaJSON.data("milk")))
    guard case .action(let action) = try coding.decoded(old).content else {
      Issue.record("the entry has no action")
      return
    }
    #expect(action == .add("milk"))
  }
}
