import Testing

@testable import PureduxCore

@Suite struct MisuseTests {
  /// Every mistake that the core reports.
  static let all: [Misuse] = [
    .dispatchToReleasedStore(action: "increment"), .readInsideReducer(keepsStateBefore: true),
    .readInsideReducer(keepsStateBefore: false), .storeUsedInsideWithState(), .reducerNotOnMain(action: "increment"),
    .wrongActionType(action: "increment", type: "Other", expected: "Action"), .runInsideWithState(),
    .runnerRanWorkTwice(), .manualRunnerDrivenTwice(),
  ]

  @Test(arguments: all.indices) func `describes the mistake, its effect and the fix, in two sentences`(
    index: Int
  ) {
    let misuse = Self.all[index]
    #expect(misuse.description == "\(misuse.whatHappened), so \(misuse.consequence).\nTo fix: \(misuse.howToFix).")
    for part in [misuse.whatHappened, misuse.consequence, misuse.howToFix] {
      #expect(!part.hasSuffix("."))
      #expect(part.first?.isUppercase == false)
    }
  }
}
