import Foundation
import PureduxBindings
import Testing

@Suite struct DialogTests {
  private func dialog(canShare: Bool) -> Dialog<String> {
    let share = canShare ? [Dialog.Choice("Share", action: "share")] : []
    return Dialog(
      "What now?",
      choices: [.init("Delete", role: .destructive, action: "delete")] + share + [.init("Cancel", role: .cancel)])
  }

  @Test func `a dialog is a value that is compared and saved`() throws {
    let dialog = dialog(canShare: true)
    #expect(dialog.choices.map(\.title) == ["Delete", "Share", "Cancel"])
    #expect(dialog != self.dialog(canShare: false))
    #expect(try JSONDecoder().decode(Dialog<String>.self, from: JSONEncoder().encode(dialog)) == dialog)
  }

  @Test func `a dialog without choices can be closed`() {
    let dialog = Dialog<Int>("Saved", choices: [])
    #expect(dialog.choices.map(\.role) == [.cancel])
    #expect(dialog.choices.first?.action == nil)
  }
}
