/// Collects the choices of a dialog.
@resultBuilder
public enum DialogBuilder<Action: Sendable> {
  /// Puts the choices of several statements together.
  public static func buildBlock(_ choices: [Dialog<Action>.Choice]...) -> [Dialog<Action>.Choice] {
    choices.flatMap { $0 }
  }
  /// Takes one choice.
  public static func buildExpression(_ choice: Dialog<Action>.Choice) -> [Dialog<Action>.Choice] { [choice] }
  /// Takes the choices of an `if` without an `else`.
  public static func buildOptional(_ choices: [Dialog<Action>.Choice]?) -> [Dialog<Action>.Choice] { choices ?? [] }
  /// Takes the choices of the first branch.
  public static func buildEither(first: [Dialog<Action>.Choice]) -> [Dialog<Action>.Choice] { first }
  /// Takes the choices of the second branch.
  public static func buildEither(second: [Dialog<Action>.Choice]) -> [Dialog<Action>.Choice] { second }
}
