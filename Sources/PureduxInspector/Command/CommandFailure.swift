/// Why a command did nothing, or stopped: in words for whoever typed it.
struct CommandFailure: Error, Equatable {
  let text: String
  /// Whether the arguments were wrong, so that the usage helps.
  let isUsage: Bool

  init(_ text: String, isUsage: Bool = false) {
    self.text = text
    self.isUsage = isUsage
  }
}
