import Foundation
import Testing

/// An application for Apple platforms, and its libraries, must declare the reasons for calling certain functions.
@Suite struct PrivacyManifestTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The names that require a reason, by category, as listed by Apple.
  private static let categories = [
    "NSPrivacyAccessedAPICategoryFileTimestamp": [
      "stat", "fstat", "lstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk",
      "creationDate", "modificationDate", "creationDateKey", "contentModificationDateKey", "attributesOfItem",
    ],
    "NSPrivacyAccessedAPICategorySystemBootTime": ["systemUptime", "mach_absolute_time"],
    "NSPrivacyAccessedAPICategoryDiskSpace": [
      "statfs", "fstatfs", "statvfs", "fstatvfs", "attributesOfFileSystem", "systemFreeSize", "systemSize",
      "volumeAvailableCapacityKey", "volumeTotalCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
      "volumeAvailableCapacityForOpportunisticUsageKey",
    ],
    "NSPrivacyAccessedAPICategoryActiveKeyboards": ["activeInputModes"],
    "NSPrivacyAccessedAPICategoryUserDefaults": ["UserDefaults", "NSUserDefaults"],
  ]

  /// The categories of the functions that a module's code calls.
  private func called(in module: String) throws -> Set<String> {
    let folder = Self.sources.appendingPathComponent(module)
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
    let code = try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
      .split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
    let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    return Set(Self.categories.filter { !words.isDisjoint(with: $0.value) }.keys)
  }

  /// The categories for which a module's manifest declares reasons; empty if there is no manifest.
  private func declared(by module: String) throws -> Set<String> {
    let file = Self.sources.appendingPathComponent(module + "/PrivacyInfo.xcprivacy")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    let uses = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    return try Set(
      uses.map { use in
        #expect((use["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false)
        return try #require(use["NSPrivacyAccessedAPIType"] as? String)
      })
  }

  @Test func `each module declares reasons for the functions that it calls, and for no others`() throws {
    let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    #expect(modules.contains("PureduxFiles"))
    for module in modules {
      #expect(try declared(by: module) == called(in: module), "\(module)")
    }
  }

  @Test func `only the file timestamps of an application's own files are read`() throws {
    #expect(try called(in: "PureduxFiles") == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
  }
}
