/// Spaces the checks of states by their cost, measured in bytes, so that the same recording is checked at the same steps.
///
/// The states of a short session are checked after each step. Later a check waits until there were steps enough to pay
/// for it.
struct CheckBudget {
  private static let atBeginning = 256 * 1024
  private static let forEachStep = 2
  private static let mostSaved = 1024 * 1024

  private var credit = CheckBudget.atBeginning
  private var cost = 0

  /// How many steps may be reduced before the next check.
  var stepsToCheck: Int { credit >= cost ? 1 : min(1 << 20, (cost - credit) / Self.forEachStep + 1) }
  var isDue: Bool { credit >= cost }

  mutating func passed(_ steps: Int) { credit = min(Self.mostSaved, credit + steps * Self.forEachStep) }

  mutating func pay(_ bytes: Int) {
    cost = bytes
    credit -= bytes
  }

  /// Time has passed in which nothing had to be written.
  mutating func rest() { credit = min(Self.mostSaved, credit + 16 * 1024) }
}
