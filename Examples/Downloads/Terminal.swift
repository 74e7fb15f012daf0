import Foundation
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal that the program runs in, if it runs in one.
enum Terminal {
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

  /// Keys as they are pressed, Ctrl-C among them, without waiting for the end of a line.
  ///
  /// The terminal is as before when they end.
  static func keys() -> AsyncStream<Character> {
    AsyncStream { keys in
      var before = termios()
      tcgetattr(STDIN_FILENO, &before)
      let restored = before
      var raw = before
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      tcsetattr(STDIN_FILENO, TCSANOW, &raw)
      keys.onTermination = { _ in
        var restored = restored
        tcsetattr(STDIN_FILENO, TCSANOW, &restored)
      }
      Thread.detachNewThread {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 { keys.yield(Character(UnicodeScalar(byte))) }
      }
    }
  }
}
