/// What happens at a terminal.
package enum TerminalEvent: Sendable, Hashable {
  /// Why a session is over; the terminal is as it was before.
  package enum End: Sendable, Hashable {
    /// A signal asked for it, or Ctrl-C, which is `SIGINT`.
    case signal(Int32)
    /// The terminal is gone.
    case terminalLost

    /// What a program that ends by it exits with, by custom.
    package var exitStatus: Int32 {
      switch self {
      case .signal(let number): 128 + number
      case .terminalLost: 74
      }
    }
  }

  case key(KeyPress)
  /// What was pasted; a long text comes in several pieces.
  case paste(String)
  /// The size changed, or another program had the screen: all is to be drawn again.
  case redraw(TerminalSize)
  /// The last event.
  case end(End)
}
