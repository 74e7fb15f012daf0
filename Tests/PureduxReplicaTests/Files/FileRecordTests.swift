import Foundation
import PureduxTesting
import Testing

@testable import PureduxReplica

@Suite struct FileRecordTests {
  private let records: [FileRecord] = [
    .start(format: 1),
    .snapshot(
      ReplicaSnapshot(position: 9, version: 2, numbers: [1: 5, .max: 7], document: Data([1, 2])),
      times: [1: -3, .max: 4]),
    .entry(entry(.action(Data((0..<255).map { $0 })))), .entry(entry(.action(Data()))), .entry(entry(.rejected)),
    .entry(entry(.mark)), .entry(entry(.digest(.max, position: 8))),
  ]

  private static func entry(_ content: ReplicaEntry.Content) -> ReplicaEntry {
    ReplicaEntry(
      id: .init(client: .max, number: 3), version: 4, inputs: .init(seed: 5, time: .min), content: content)
  }

  private func decoded(_ bytes: [UInt8]) -> [FileRecord] {
    var (rest, records) = (bytes[...], [FileRecord]())
    while let (record, size) = FileRecord.first(in: rest) {
      records.append(record)
      rest = rest.dropFirst(size)
    }
    return records
  }

  @Test func `records are read as they were written`() {
    #expect(decoded(records.flatMap(\.bytes)) == records)
  }

  @Test func `a file that ends anywhere gives the records before its end`() {
    let bytes = records.flatMap(\.bytes)
    for end in 0...bytes.count {
      let found = decoded(Array(bytes.prefix(end)))
      #expect(found == Array(records.prefix(found.count)))
      #expect(found.flatMap(\.bytes).count <= end)
    }
  }

  @Test func `a record with a changed byte is not read, and neither is what follows`() {
    let bytes = records.flatMap(\.bytes)
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x40
      let found = decoded(changed)
      #expect(found.count < records.count && found == Array(records.prefix(found.count)))
    }
  }

  @Test func `random bytes with right checksums do not trap`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var content = (0..<Int.random(in: 1..<60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      content[0] = .random(in: 0...7, using: &random)
      _ = FileRecord.first(in: FileRecord.framed(content)[...])
    }
  }
}
