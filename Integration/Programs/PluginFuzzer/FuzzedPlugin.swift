import Foundation
import PluginProcess

/// One run of the plug-in's executable, until a message ends it.
struct FuzzedPlugin {
  private let process: PluginProcess

  init() throws {
    guard let process = try PluginProcess() else { throw CocoaError(.fileNoSuchFile) }
    self.process = process
  }

  func terminate() { process.terminate() }

  enum Reaction {
    case answer
    /// The plug-in sent data that is not a response.
    case nonsense
    /// The plug-in has ended, or will end because the stream is broken.
    case end
  }

  /// Sends the bytes of a message and reads the response.
  func reaction(to message: Data) throws -> Reaction {
    do { try process.sendRaw(Array(message)) } catch { return .end }
    guard Self.isWhole(message), let answer = try process.receive() else { return .end }
    return (try? JSONSerialization.jsonObject(with: Data(answer))) is [String: Any] ? .answer : .nonsense
  }

  /// Describes a forbidden end. Permitted are one line with status 1, and silence after a broken stream.
  func disorderlyEnd(after message: Data) throws -> String? {
    let (status, complaint) = try process.finish()
    let isInOrder =
      status == 0
      ? complaint.isEmpty && !Self.isWhole(message) : status == 1 && complaint.filter(\.isNewline).count == 1
    return isInOrder ? nil : "status \(status), \"\(complaint)\""
  }

  /// Whether these bytes are exactly one message.
  private static func isWhole(_ message: Data) -> Bool {
    let length = message.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length > 0 && length == message.count - 8
  }
}
