import Testing

@testable import PureduxRecording

@Suite struct `Recent texts` {
  @Test func `are those of the latest events`() {
    var texts = RecentTexts(count: 3)
    for number in 1...4 { texts.put("\(number)", number: number) }
    #expect((0...5).map { texts.text(of: $0) } == [nil, nil, "2", "3", "4", nil])
  }
}
