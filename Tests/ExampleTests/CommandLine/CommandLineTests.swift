import ExampleCommandLine
import Testing

struct CommandLineTests {
  private func complaint(_ arguments: String...) -> String {
    CommandLineOptions.complaint(about: arguments) { arguments in
      CommandLineOptions.read(arguments) { name, value in
        switch name {
        case "--help": true
        case "--file": value() != nil
        case "--count": value().flatMap { Int($0) } != nil
        default: false
        }
      }
    }
  }

  @Test func `an option that is unknown, or whose value is missing or wrong, is named`() {
    #expect(complaint("--help", "--fiel", "list") == "There is no option --fiel.")
    #expect(complaint("--file", "list", "more") == "There is no option more.")
    #expect(complaint("--help", "--file") == "--file needs a value.")
    #expect(complaint("--count", "many", "--help") == "--count does not accept many.")
  }
}
