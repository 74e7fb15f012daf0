import Foundation

/// Programs that a test kills, starts as another user, runs with failing system calls, or makes trap.
///
/// Usage: `Victim saving`, `store`, `outbox`, `uploads` or `trapping`, and the arguments that the file of each describes.
let arguments = Array(CommandLine.arguments.dropFirst(2))

switch CommandLine.arguments.dropFirst().first {
case "saving": try await SavingVictim.run(arguments)
case "store": await StoreVictim.run(arguments)
case "outbox": await OutboxVictim.run(arguments)
case "uploads": await UploadVictim.run(arguments)
case "trapping": await TrappingVictim.run(arguments)
default: exit(64)
}

/// Writes a line without buffering, so that a test receives it even if the process is killed.
@Sendable func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// A state that shows whether it is complete.
@Sendable func numberedState(_ number: Int) -> [String] {
  [String(number), String(repeating: Character(String(number % 10)), count: number * 7_919 % 100_000)]
}
