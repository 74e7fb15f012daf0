import Foundation

/// A program with few arguments, which ends if they request help or are wrong.
package enum SmallProgram {
  /// Reads the arguments of the command line.
  ///
  /// - Parameters:
  ///   - options: The options of the program, in the first line of its usage.
  ///   - usage: The lines of its usage that explain the options.
  ///   - take: Accepts an option, as ``CommandLineOptions/read(_:take:)`` requires.
  package static func start(
    _ name: String, about: String, options: String? = nil, usage: String? = nil,
    take: @escaping (_ name: String, _ value: () -> String?) -> Bool = { _, _ in false }
  ) {
    var (isHelp, last) = (false, "")
    let areKnown = CommandLineOptions.read(CommandLine.arguments.dropFirst()) { name, value in
      last = name
      guard name == "--help" || name == "-h" else { return take(name, value) }
      isHelp = true
      return true
    }
    let text = """
      Usage: \(name) \(options.map { "\($0) " } ?? "")[--help]
      \(about)

      \(usage.map { "\($0)\n" } ?? "")  --help         print this help
      """
    if isHelp {
      print(text)
      exit(0)
    }
    // Printed text may still be buffered, and a program whose output is lost has not done its work.
    atexit {
      guard fflush(nil) != 0 else { return }
      try? FileHandle.standardError.write(contentsOf: Data("the output cannot be written\n".utf8))
      _exit(EX_IOERR)
    }
    if !areKnown {
      FileHandle.standardError.write(Data("\(name) does not accept \(last) here.\n\n\(text)\n".utf8))
      exit(EX_USAGE)
    }
  }
}
