import BuiltPrograms
import Foundation
import PureduxPersistence
import TestSupport
import Testing

/// A folder to which the user of a process may not write.
@Suite struct ForbiddenFolderTests {
  @Test func `a folder without permission is reported, and its contents stay`() throws {
    let folder = try TemporaryFolder()
    Archive<[Int]>(FileStorage(folder.state)).save([1])
    let attributes = FileManager.default
    // Root may write everywhere, so a process of another user, who owns all the files, makes the attempt.
    let user = geteuid() == 0 ? ["65534"] : []
    for path in [folder.url.path, folder.state.path, folder.state.path + ".lock"] where !user.isEmpty {
      try attributes.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
    }
    try attributes.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    defer { try? attributes.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path) }
    let said = try BuiltProgram("Victim").words(["saving", folder.state.path, "2", "2", "1"] + user)
    #expect(said == ["saving", "2", "notPermitted"])
    #expect(folder.text() == #"{"state":[1],"version":1}"#)
  }
}
