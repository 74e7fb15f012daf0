internal import Foundation
internal import PureduxCore

/// Writes files that describe a story's stores when the first failure is reported.
final class FailureEvidence: Sendable {
  typealias Making = @Sendable () throws -> [String: [UInt8]]

  private let makers = Guarded<[(story: ObjectIdentifier, make: Making)]>([])

  func add(_ make: @escaping Making, of story: Story) {
    makers.withLock { $0.append((ObjectIdentifier(story), make)) }
  }

  /// Stops collecting evidence for a story. Returns true if evidence was removed.
  ///
  /// If evidence was removed, the caller must run ready work: releasing evidence may release a recording, which then
  /// ends in a turn of its tree.
  func end(of story: Story) -> Bool {
    // The removed closures are released outside the lock.
    let old = makers.withLock { makers in
      defer { makers.removeAll { $0.story == ObjectIdentifier(story) } }
      return makers
    }
    return old.contains { $0.story == ObjectIdentifier(story) }
  }

  /// Returns a reporter that forwards to `reporter` and attaches the files to the first failure.
  ///
  /// The returned reporter captures this object weakly to avoid a retain cycle: a recording retains its tree, whose
  /// context retains the reporter.
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
  /// Attaches files to the test at the story's first failure, for example a session for `puredux open`.
  ///
  /// ```swift
  /// let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
  ///   .attaching { store in { ["state.txt": Array("\(store.state)".utf8)] } }
  /// store.send(2) { $0 = 2 }
  /// store.finish()
  /// ```
  ///
  /// With `PureduxInspector`, `attaching { $0.record().evidence() }` attaches the session and its story. Swift Testing
  /// stores the files in the folder given by `--attachments-path`. With any framework, the files are also written to
  /// the folder named by the environment variable `PUREDUX_ATTACHMENTS`. Files are created only for the first failure
  /// in a context, and never after `finish()`.
  ///
  /// - Parameter begin: Called once with the store before this method returns, for example to start a recording. The
  ///   closure that `begin` returns creates the files, keyed by name, on the thread that reports the failure. If that
  ///   closure throws, the error is attached as text.
  /// - Returns: This test store.
  @discardableResult
  public func attaching(
    _ begin: (_ store: StateStore<State, Action>) -> @Sendable () throws -> [String: [UInt8]]
  ) -> Self {
    context.evidence.add(begin(store), of: story)
    return self
  }
}

/// The folder for the files of failed tests, set by an environment variable.
enum AttachmentFolder {
  static let variable = "PUREDUX_ATTACHMENTS"

  /// Writes a file whose name begins with the source location of the failure.
  ///
  /// Prints a write error to standard error instead of throwing, because the test has already failed for another
  /// reason.
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
