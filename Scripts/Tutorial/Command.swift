import Foundation

/// A process that ends after its limit.
struct Command {
  let executable: String
  let arguments: [String]
  let folder: String
  let limit: Double
  let input: String

  init(_ executable: String, _ arguments: [String], in folder: String, limit: Double, input: String = "") {
    (self.executable, self.arguments, self.folder) = (executable, arguments, folder)
    (self.limit, self.input) = (limit, input)
  }

  func run() throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [executable] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // A file instead of a pipe, which would be full before the process ends.
    let (inputFile, outputFile) = ("\(folder)/input-\(UUID())", "\(folder)/output-\(UUID())")
    try write(input, to: inputFile)
    try write("", to: outputFile)
    defer { for file in [inputFile, outputFile] { try? FileManager.default.removeItem(atPath: file) } }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
    process.standardOutput = output
    process.standardError = output
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + limit) == .timedOut {
      process.terminate()
      ended.wait()
      return (1, try read(outputFile) + "\nended after \(limit) seconds")
    }
    return (process.terminationStatus, try read(outputFile))
  }
}

/// The libraries and the stand-ins for SwiftUI, as Integration/StandIns has built them, in one file.
struct Libraries {
  let compiling: [String]
  let linking: [String]
  /// Changes with each build of the libraries.
  let mark: String

  init(build: String, in folder: String) throws {
    let modules =
      [
        "Atomics", "Collections", "Difference", "Core", "Derived", "Children", "Testing", "Bindings", "Files",
        "Persistence", "History", "Effects", "Dependencies", "Cases", "",
      ].map { "Puredux\($0)" } + ["SwiftUI", "UIKit"]
    var objects: [String] = []
    for module in modules {
      let sources = FileManager.default.enumerator(
        at: URL(fileURLWithPath: "Integration/StandIns/Sources/\(module)").resolvingSymlinksInPath(),
        includingPropertiesForKeys: nil)
      for case let file as URL in sources! where ["swift", "c"].contains(file.pathExtension) {
        objects.append("\(build)/\(module).build/\(file.lastPathComponent).o")
      }
    }
    let library = "\(folder)/libTutorial.so"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let dates = try objects.map { try Self.date(of: $0) }
    if try !FileManager.default.fileExists(atPath: library) || Self.date(of: library) < dates.max()! {
      try write(objects.sorted().joined(separator: "\n"), to: "\(folder)/objects")
      let linked = try Command(
        "swiftc", ["-emit-library", "-o", library, "@\(folder)/objects"], in: folder, limit: 120
      ).run()
      guard linked.status == 0 else { throw Failure(description: linked.output) }
    }
    mark = "\(dates.max()!.timeIntervalSince1970)"
    compiling = [
      "-swift-version", "6", "-warnings-as-errors", "-gnone", "-parse-as-library",
      "-enable-upcoming-feature", "MemberImportVisibility", "-Xfrontend", "-disable-cross-import-overlays",
      "-I", "\(build)/Modules", "-Xcc", "-fmodule-map-file=\(build)/PureduxAtomics.build/module.modulemap",
      "-load-plugin-executable", "\(build)/PureduxMacros-tool#PureduxMacros",
    ]
    linking = [library, "-Xlinker", "-rpath", "-Xlinker", folder]
  }

  private static func date(of file: String) throws -> Date {
    guard let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date else {
      throw Failure(description: "\(file) has no date")
    }
    return date
  }
}
