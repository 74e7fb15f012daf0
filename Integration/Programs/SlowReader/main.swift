import Foundation
import PureduxBindings

/// Reads the states of a store slowly, and prints by how many kilobytes the process's peak memory grew in the meantime,
/// and which state was read last.
///
/// Arguments: `states` for `store.states()`, or `buffer` for a stream that keeps every state, for comparison; and the
/// number of actions to dispatch, in thousands.
let arguments = CommandLine.arguments
guard arguments.count == 3, let thousands = Int(arguments[2]) else { exit(64) }

/// Large enough that a million retained states would be noticed.
let store = StateStore<[Int], Int>(Array(repeating: 0, count: 64)) { $0[0] += $1 }

/// The peak memory of the process, in kilobytes.
func peak() -> Int {
  // Read in this way if the system supports it, because the value of `getrusage` begins with the parent's memory.
  if let status = FileHandle(forReadingAtPath: "/proc/self/status")?.readDataToEndOfFile() {
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let words = lines.first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: \.isWhitespace)
    if let number = words?.compactMap({ Int($0) }).first { return number }
  }
  var usage = rusage()
  getrusage(0, &usage)
  return usage.ru_maxrss / 1024
}

/// Reads one state after each thousand actions; returns the last one.
@MainActor
func readSlowly<States: AsyncSequence & Sendable>(_ states: States) async throws -> Int where States.Element == [Int] {
  var rest = thousands
  for try await state in states {
    if rest == 0 { return state[0] }
    rest -= 1
    for _ in 1..<1_000 { store.dispatch(1) }
    await store.send(1)
  }
  return -1
}

let before = peak()
switch arguments[1] {
case "states":
  print(try await readSlowly(store.states()), peak() - before)
case "buffer":
  let (stream, continuation) = AsyncStream.makeStream(of: [Int].self)
  let subscription = store.subscribe { continuation.yield($0) }
  print(try await readSlowly(stream), peak() - before)
  subscription.cancel()
default: exit(64)
}
