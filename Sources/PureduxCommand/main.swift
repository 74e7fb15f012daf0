import Foundation
import PureduxInspector

exit(PureduxCommand.run(Array(CommandLine.arguments.dropFirst()), .standard()))
