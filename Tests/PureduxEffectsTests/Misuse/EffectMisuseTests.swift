import PureduxTesting
import Testing

@testable import PureduxEffects

@Suite struct EffectMisuseTests {
  private struct Failure: Error {}

  /// Every mistake that the effects report, with a word that identifies the place.
  private static let all: [(misuse: Misuse, names: String)] = {
    let id = Identity()
    return [
      (.effectNeverRan("a success", id: id), "\(id)"), (.duplicateEffect(id: id), "\(id)"),
      (.effectError(Failure(), name: "load"), "load"), (.effectHoldsPool(name: "load"), "load"),
      (.effectTimeout(.seconds(5), name: "load"), "load"), (.workError(Failure(), name: "load"), "load"),
      (.planForOtherState("load"), "load"),
    ]
  }()

  @Test(arguments: all.indices) func `describes the mistake, the effect at fault, the consequence, and the fix`(
    index: Int
  ) {
    let (misuse, name) = Self.all[index]
    #expect(misuse.whatHappened.contains(name))
    for part in [misuse.whatHappened, misuse.consequence, misuse.howToFix] {
      #expect(!part.isEmpty && !part.hasSuffix("."))
      #expect(part.first?.isUppercase == false)
    }
  }

  @Test func `each mistake has a unique text`() {
    #expect(Set(Self.all.map(\.misuse)).count == Self.all.count)
  }
}
