/// An alert or a confirmation as a value in the state, with the actions that the user may choose.
///
/// SwiftUI's `alert(_:_:dispatch:)` shows it; a program in a terminal shows its `choices` as keys.
///
/// ```swift
/// enum Deletion: Sendable { case confirmed }
/// let dialog = Dialog("Delete this note?", message: "It cannot be undone.") {
///   Dialog.Choice("Delete", role: .destructive, action: Deletion.confirmed)
///   Dialog.Choice("Keep", role: .cancel)
/// }
/// ```
public struct Dialog<Action: Sendable>: Sendable {
  /// One of the buttons of a dialog.
  public struct Choice: Sendable {
    /// What the user reads on it.
    public let title: String
    /// What kind of a choice it is; nil for an ordinary one.
    public let role: DialogRole?
    /// What the user chooses with it; nil for a choice that only closes the dialog.
    public let action: Action?

    /// Makes a choice.
    ///
    /// - Parameters:
    ///   - title: What the user reads on it.
    ///   - role: What kind of a choice it is; nil for an ordinary one.
    ///   - action: What the user chooses with it; nil for a choice that only closes the dialog.
    public init(_ title: String, role: DialogRole? = nil, action: Action? = nil) {
      (self.title, self.role, self.action) = (title, role, action)
    }
  }

  /// The question.
  public let title: String
  /// What the user should know before the choice.
  public let message: String?
  /// The buttons, in order.
  public let choices: [Choice]

  /// Makes a dialog.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: What the user should know before the choice.
  ///   - choices: The buttons, in order. Without any there is one that closes the dialog.
  public init(_ title: String, message: String? = nil, @DialogBuilder<Action> choices: () -> [Choice]) {
    self.init(title, message: message, choices: choices())
  }

  /// Makes a dialog of choices in an array.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: What the user should know before the choice.
  ///   - choices: The buttons, in order. Without any there is one that closes the dialog.
  public init(_ title: String, message: String? = nil, choices: [Choice]) {
    (self.title, self.message) = (title, message)
    self.choices = choices.isEmpty ? [Choice("OK", role: .cancel)] : choices
  }
}

extension Dialog: Equatable where Action: Equatable {}
extension Dialog: Hashable where Action: Hashable {}
extension Dialog: Codable where Action: Codable {
  /// Decodes a dialog. One that was stored without choices has one that closes it, as any other.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(String.self, forKey: .title),
      message: try container.decodeIfPresent(String.self, forKey: .message),
      choices: try container.decode([Choice].self, forKey: .choices))
  }
}
extension Dialog.Choice: Equatable where Action: Equatable {}
extension Dialog.Choice: Hashable where Action: Hashable {}
extension Dialog.Choice: Codable where Action: Codable {}

/// What kind of a choice a button of a dialog is.
public enum DialogRole: Sendable, Hashable, Codable {
  /// The user leaves everything as it is.
  case cancel
  /// Something is lost.
  case destructive
}

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
