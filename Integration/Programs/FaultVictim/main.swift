import FaultyCalls
import Foundation
import PureduxPersistence

/// Saves and restores while system calls fail, and checks after each step whether the contents of the file are valid.
///
/// Arguments: the file, the percentage of failing calls, a seed, and the number of states to save. Prints how many were
/// saved and how many calls have failed, or the problem.
let arguments = CommandLine.arguments
guard arguments.count == 5, let percent = Int32(arguments[2]), let seed = UInt64(arguments[3]),
  let rounds = Int(arguments[4])
else { exit(64) }
let file = URL(fileURLWithPath: arguments[1])
let folder = file.deletingLastPathComponent()

func fail(_ text: String) -> Never {
  print("wrong: \(text)")
  exit(1)
}

/// A state that shows whether it is complete.
func state(_ number: Int) -> [String] {
  [String(number), String(repeating: Character(String(number % 10)), count: number * 7_919 % 100_000)]
}

/// The number of the state in the file, read by calls that do not fail.
func savedNumber() -> Int {
  guard let data = try? Data(contentsOf: file) else { return 0 }
  struct Saved: Decodable {
    let state: [String]
  }
  guard let saved = try? JSONDecoder().decode(Saved.self, from: data).state, let number = saved.first.flatMap(Int.init)
  else { fail("the file holds no state") }
  if saved != state(number) { fail("state \(number) is not whole") }
  return number
}

final class Told: Sendable {
  private let kinds = Guarded<[PersistenceError]>([])
  func note(_ problem: PersistenceError) { kinds.withLock { $0.append(problem) } }
  func takeAll() -> [PersistenceError] {
    kinds.withLock { kinds in
      defer { kinds = [] }
      return kinds
    }
  }
}

/// Fails for a problem that no failing call can cause.
func check(_ problems: [PersistenceError]) {
  for problem in problems {
    switch problem.kind {
    case .damaged, .otherVersion, .notEncodable, .unsuitableFile, .missingFolder: fail("\(problem)")
    case .heldElsewhere, .claimLost, .changedElsewhere, .notRead, .notPermitted, .noSpace, .failed: break
    }
    if problem.keptAt != nil { fail("\(problem)") }
  }
}

let told = Told()
var (saved, restored, faults) = (0, 0, 0)
/// The states that the file may contain: the last one that was certainly saved, and those that were tried since.
var possible: Set<Int> = [0]
var archive = Archive<[String]>(FileStorage(file), onProblem: { told.note($0) })

for number in 1...rounds {
  faulty_calls_begin(percent, seed &+ UInt64(number))
  if number.isMultiple(of: 5) {
    // Restores like a restarted program.
    archive = Archive<[String]>(FileStorage(file), onProblem: { told.note($0) })
    let found = archive.restore()
    faults += faulty_calls_end()
    let before = savedNumber()
    if let found, found != state(before) { fail("another state was restored than the one in the file") }
    if found == nil, before != 0, told.takeAll().isEmpty {
      fail("nobody was told that state \(before) could not be read")
    }
    if found != nil { restored += 1 }
    faulty_calls_begin(percent, seed &+ UInt64(number) &* 31)
    let success = archive.save(state(number))
    faults += faulty_calls_end()
    if success, found == nil, before != 0 { fail("state \(before) was written over, and was not read") }
    possible = success ? [number] : [before, number]
    saved += success ? 1 : 0
  } else {
    let success = archive.save(state(number))
    faults += faulty_calls_end()
    possible = success ? [number] : possible.union([number])
    saved += success ? 1 : 0
  }
  check(told.takeAll())
  let now = savedNumber()
  if !possible.contains(now) { fail("state \(now) is there, and one of \(possible.sorted()) was expected") }
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  if let other = names.first(where: { $0.contains(".kept-") }) { fail("\(other) was moved") }
}
archive = Archive<[String]>(FileStorage(file), onProblem: { told.note($0) })
let last = savedNumber()
if archive.restore() != (last == 0 ? nil : state(last)) { fail("state \(last) cannot be read when no call fails") }
if !archive.save(state(rounds + 1)) { fail("nothing can be saved when no call fails") }
print("saved \(saved) restored \(restored) faults \(faults)")
