internal import Foundation
internal import PureduxCore

/// Files about the stores of a story, created once, when the first failure is reported.
final class FailureEvidence: Sendable {
  typealias Making = @Sendable () throws -> [String: [UInt8]]

  private let makers = Guarded<[(story: ObjectIdentifier, make: Making)]>([])

  func add(_ make: @escaping Making, of story: Story) {
    makers.withLock { $0.append((ObjectIdentifier(story), make)) }
  }

  /// Stops collecting evidence for a story. Returns whether an object was released: a recording ends in a turn of its
  /// tree.
  func end(of story: Story) -> Bool {
    // The removed values are released outside the lock.
    let old = makers.withLock { makers in
      defer { makers.removeAll { $0.story == ObjectIdentifier(story) } }
      return makers
    }
    return old.contains { $0.story == ObjectIdentifier(story) }
  }

  /// Reports to `reporter`, and attaches the files to the first failure. Does not retain the evidence: a recording
  /// retains its tree, whose context contains the reporter.
  func following(_ reporter: FailureReporter) -> FailureReporter {
    FailureReporter(attach: reporter.attach) { [weak self] text, position in
      reporter.report(text, at: position)
      self?.attach(to: reporter, at: position)
    }
  }

  private func attach(to reporter: FailureReporter, at position: SourcePosition) {
    let makers = makers.withLock { makers in
      defer { makers = [] }
      return makers
    }
    for (index, maker) in makers.enumerated() {
      let prefix = index == 0 ? "" : "\(index + 1)-"
      do {
        for (name, bytes) in try maker.make().sorted(by: { $0.key < $1.key }) {
          reporter.attach(bytes, prefix + name, position)
        }
      } catch {
        reporter.attach(Array("The files could not be created: \(error)\n".utf8), prefix + "problem.txt", position)
      }
    }
  }
}

extension TestStore {
  /// Attaches files to the test when the story fails for the first time, for example a session for `puredux open`.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  ///   .attaching { store in { ["state.txt": Array("\(store.state)".utf8)] } }
  /// store.send(2) { $0 = 2 }
  /// store.finish()
  /// ```
  ///
  /// With `PureduxInspector`, `attaching { $0.record().evidence() }` attaches the session and its story. Swift Testing
  /// stores the files in the folder of `--attachments-path`. In any framework, they are also written to the folder in
  /// the environment variable `PUREDUX_ATTACHMENTS`. Only the first failure of a context has files, and no files are
  /// created after `finish()`.
  ///
  /// - Parameter begin: Called once, before this returns, with the store, for example to record it. The returned
  ///   closure creates the files, by name, on the thread of the failure; an error that it throws is attached as text.
  /// - Returns: This test store.
  @discardableResult
  public func attaching(
    _ begin: (_ store: StateStore<State, Action>) -> @Sendable () throws -> [String: [UInt8]]
  ) -> Self {
    context.evidence.add(begin(store), of: story)
    return self
  }
}

/// The folder for the files of failed tests, if the environment names one.
enum AttachmentFolder {
  static let variable = "PUREDUX_ATTACHMENTS"

  /// Writes a file whose name begins with the position of the failure. If writing fails, that is printed to standard
  /// error: the test has already failed, for another reason.
  static func write(
    _ bytes: [UInt8], _ name: String, _ position: SourcePosition,
    folder: String? = ProcessInfo.processInfo.environment[variable]
  ) {
    guard let folder, !folder.isEmpty else { return }
    let place = "\(position.fileID)-\(position.line)-\(name)".map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character)) ? character : "-"
    }
    let directory = URL(fileURLWithPath: folder)
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(bytes).write(to: directory.appendingPathComponent(String(place)), options: .atomic)
    } catch {
      let text = "Puredux: \(name) of a failed test could not be written into \(folder): \(error)\n"
      FileHandle.standardError.write(Data(text.utf8))
    }
  }
}
