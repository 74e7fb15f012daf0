import Foundation

/// `PluginFuzzer SECONDS [SEED]` sends malformed messages to the plug-in's executable, which must respond to each one,
/// or end with status 1 and one line on standard error: never with a signal, and never silently.
///
/// Each message is written to a file before it is sent, so that a crash or a hang can be repeated.
///
/// `PluginFuzzer --enumerations COUNT SEED` and `PluginFuzzer --structures COUNT SEED` print valid declarations instead,
/// for the compiler to expand `@Cases` and `@Editable` at.
if let option = CommandLine.arguments.dropFirst().first, ["--enumerations", "--structures"].contains(option) {
  let numbers = CommandLine.arguments.dropFirst(2).compactMap { UInt64($0) }
  let (count, seed) = (Int(clamping: numbers.first ?? 100), numbers.dropFirst().first ?? 1)
  var enumerations = EnumerationWriter(seed: seed)
  var structures = StructureWriter(seed: seed)
  print(option == "--structures" ? structures.file(count: count) : enumerations.file(count: count))
  exit(0)
}

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
  let limit = DispatchWorkItem { [plugin] in
    print("the plug-in neither responds nor ends, and is terminated")
    plugin.terminate()
  }
  DispatchQueue.global().asyncAfter(deadline: .now() + 30, execute: limit)
  defer { limit.cancel() }
  switch try plugin.reaction(to: message) {
  case .answer: answered += 1
  case .nonsense: give(up: "the plug-in sent something that is not an answer")
  case .end:
    if let end = try plugin.disorderlyEnd(after: message) { give(up: "the plug-in ended with \(end)") }
    refused += 1
    plugin = try FuzzedPlugin()
  }
}
try? FileManager.default.removeItem(at: record)
print("\(answered) messages answered, \(refused) refused")
