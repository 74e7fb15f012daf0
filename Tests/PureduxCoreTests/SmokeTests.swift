import PureduxCore
import Testing

@Test func `identities from one seed are the same again`() {
  let (first, second) = (IdentitySource(seed: 7), IdentitySource(seed: 7))
  #expect((0..<3).map { _ in first.next() } == (0..<3).map { _ in second.next() })
}
