import Foundation

/// `PluginFuzzer SECONDS [SEED]` sends changed messages to the plug-in's executable. Every one must be
/// answered, or end it with status 1 and a line of complaint: never a signal, and never silence.
///
/// What is about to be sent is kept in a file, so that a crash or a hang can be sent again.
let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let seconds = TimeInterval(arguments.first ?? 10)
let seed = arguments.dropFirst().first ?? .random(in: 0 ... .max)
print("seed \(seed)")

let record = FileManager.default.temporaryDirectory.appendingPathComponent("PluginFuzzer-\(seed).message")
var fuzzer = Mutator(seed: seed, seeds: try Corpus.declarations())
var plugin = try FuzzedPlugin()
var (answered, refused) = (0, 0)
let end = Date(timeIntervalSinceNow: seconds)

func give(up reason: String) -> Never {
  print("\(reason); the message is in \(record.path)")
  exit(1)
}

while Date() < end {
  let message = fuzzer.next()
  try message.write(to: record)
  // The process is ended by this alarm when the plug-in neither answers nor ends.
  alarm(30)
  switch try plugin.reaction(to: message) {
  case .answer: answered += 1
  case .nonsense: give(up: "the plug-in said what is no answer")
  case .end:
    if let end = try plugin.disorderlyEnd(after: message) { give(up: "the plug-in ended with \(end)") }
    refused += 1
    plugin = try FuzzedPlugin()
  }
}
try? FileManager.default.removeItem(at: record)
print("\(answered) messages answered, \(refused) refused")
