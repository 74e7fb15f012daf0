/// An event of a terminal.
package enum TerminalEvent: Sendable, Hashable {
  /// Why a session has ended. The terminal is restored before the event.
  package enum End: Sendable, Hashable {
    /// A signal, or Ctrl-C, which counts as `SIGINT`.
    case signal(Int32)
    /// The terminal can no longer be read or written.
    case terminalLost

    /// The usual exit status of a program that ends for this reason.
    package var exitStatus: Int32 {
      switch self {
      case .signal(let number): 128 + number
      case .terminalLost: 74
      }
    }
  }

  case key(KeyPress)
  /// Pasted text. Long text arrives in several pieces.
  case paste(String)
  /// The size changed, or another program used the screen: draw everything again.
  case redraw(TerminalSize)
  /// The last event.
  case end(End)
}
