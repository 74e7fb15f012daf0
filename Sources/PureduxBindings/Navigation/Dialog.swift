/// An alert or confirmation dialog in the state, with the actions that the user can choose.
///
/// In SwiftUI, `alert(_:_:answer:)` displays the dialog. A terminal program can map the `choices` to keys.
///
/// ```swift
/// enum Deletion: Sendable { case confirmed }
/// let dialog = Dialog<Deletion>(
///   "Delete this note?", message: "It cannot be undone.",
///   choices: [.init("Delete", role: .destructive, action: .confirmed), .init("Keep", role: .cancel)])
/// ```
public struct Dialog<Action: Sendable>: Sendable {
  /// A button of a dialog.
  public struct Choice: Sendable {
    /// The title of the button.
    public let title: String
    /// The role of the button; nil for an ordinary button.
    public let role: DialogRole?
    /// The action of the button; nil if the button only closes the dialog.
    public let action: Action?

    /// Creates a button.
    ///
    /// - Parameters:
    ///   - title: The title of the button.
    ///   - role: The role of the button; nil for an ordinary button.
    ///   - action: The action of the button; nil if the button only closes the dialog.
    public init(_ title: String, role: DialogRole? = nil, action: Action? = nil) {
      (self.title, self.role, self.action) = (title, role, action)
    }
  }

  /// The question.
  public let title: String
  /// Additional text below the title.
  public let message: String?
  /// The dialog's buttons, in display order.
  public let choices: [Choice]

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The information that the user needs to make the choice.
  ///   - choices: The dialog's buttons, in display order. If the array is empty, the dialog has a single button, which
  ///     closes the dialog.
  public init(_ title: String, message: String? = nil, choices: [Choice]) {
    (self.title, self.message) = (title, message)
    self.choices = choices.isEmpty ? [Choice("OK", role: .cancel)] : choices
  }
}

extension Dialog: Equatable where Action: Equatable {}
extension Dialog: Hashable where Action: Hashable {}
extension Dialog: Codable where Action: Codable {
  /// Decodes a dialog. If the encoded list of choices is empty, the dialog has a single button, which closes the
  /// dialog.
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

/// The role of a dialog's button.
public enum DialogRole: Sendable, Hashable, Codable {
  /// Cancels without changing anything.
  case cancel
  /// Destroys data.
  case destructive
}
