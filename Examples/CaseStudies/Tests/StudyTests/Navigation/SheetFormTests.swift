import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct SheetFormTests {
  @Test func `a saved copy replaces the contact, and closes the sheet`() {
    let store = TestStore { StateStore(feature: AddressBook()) { $0.reduce($1) } }
    store.send(.edit(1)) { $0.form = ContactForm(contact: Contact(id: 1, name: "Ada")) }
    store.send(.form(.edit(.phone("1815")))) { $0.form?.contact.phone = "1815" }
    store.send(.form(.save)) {
      $0.contacts[id: 1]?.phone = "1815"
      $0.form = nil
    }
    store.finish()
  }

  @Test func `a cancelled copy changes nothing, and an empty name cannot be saved`() {
    let store = TestStore { StateStore(feature: AddressBook()) { $0.reduce($1) } }
    store.send(.edit(2)) { $0.form = ContactForm(contact: Contact(id: 2, name: "Lin")) }
    store.send(.form(.edit(.name("")))) { $0.form?.contact.name = "" }
    store.send(.form(.save))
    store.send(.form(.cancel)) { $0.form = nil }
    #expect(store.state.contacts.map(\.name) == ["Ada", "Lin"])
    store.finish()
  }
}
