import Foundation
import PluginProcess

/// One run of the plug-in's executable, until a message ends it.
struct FuzzedPlugin {
  private let process: PluginProcess

  init() throws {
    guard let process = try PluginProcess() else { throw CocoaError(.fileNoSuchFile) }
    self.process = process
  }

  /// Sends the bytes of a whole stream and reads the answer; false when the plug-in has ended, or will at the end
  /// of the stream, for that is broken.
  func answers(_ message: Data) throws -> Bool {
    do { try process.sendRaw(Array(message)) } catch { return false }
    let length = message.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length > 0, length == message.count - 8, let answer = try process.receive() else { return false }
    return (try? JSONSerialization.jsonObject(with: Data(answer))) is [String: Any]
  }

  /// How it ended, if that is not as it may: in silence at the end of the stream, else with one line and status 1.
  func disorderlyEnd() throws -> String? {
    let (status, complaint) = try process.finish()
    let isInOrder = status == 0 ? complaint.isEmpty : status == 1 && complaint.filter(\.isNewline).count == 1
    return isInOrder ? nil : "status \(status), \"\(complaint)\""
  }
}
