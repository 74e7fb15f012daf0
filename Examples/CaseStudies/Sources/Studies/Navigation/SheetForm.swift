import Puredux
import PureduxCases

@Editable
struct Contact: Identifiable, Equatable, Sendable {
  let id: Int
  var name = ""
  var phone = ""
}

/// A sheet that edits a copy of a contact. Its parent learns from the outcome what became of the copy.
struct ContactForm: Feature, Equatable, Identifiable {
  enum Action: Equatable, Sendable { case edit(Contact.Edit), save, cancel }
  enum Outcome { case isSaved(Contact), isCancelled }

  var contact: Contact

  var id: Contact.ID { contact.id }
  var canSave: Bool { !contact.name.isEmpty }

  mutating func reduce(_ action: Action) -> Outcome? {
    switch action {
    case .edit(let edit): contact.apply(edit)
    case .save: if canSave { return .isSaved(contact) }
    case .cancel: return .isCancelled
    }
    return nil
  }
}

struct AddressBook: Feature, Equatable {
  enum Action: Equatable, Sendable { case edit(Contact.ID), form(ContactForm.Action) }

  var contacts: OrderedState<Contact> = [Contact(id: 1, name: "Ada"), Contact(id: 2, name: "Lin")]
  /// The sheet is open while it has a form.
  var form: ContactForm?

  mutating func reduce(_ action: Action) {
    switch action {
    case .edit(let id): form = contacts[id: id].map { ContactForm(contact: $0) }
    case .form(let action):
      guard let outcome = form?.reduce(action) else { return }
      if case .isSaved(let contact) = outcome { contacts[id: contact.id] = contact }
      form = nil
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct AddressBookView: View {
    let store: StateStore<AddressBook, AddressBook.Action>

    var body: some View {
      StoreView(store) { book, dispatch in
        List { ForEach(book.contacts) { contact in Button(contact.name) { dispatch(.edit(contact.id)) } } }
          .sheet(item: store.presenting(\.form) { _ in .form(.cancel) }) { form in
            // The last value stays visible while the sheet leaves.
            ContactFormView(store: store.part(\.form, initial: form, AddressBook.Action.form))
          }
      }
    }
  }

  struct ContactFormView: View {
    let store: StateStore<ContactForm, ContactForm.Action>

    var body: some View {
      StoreView(store) { form, dispatch in
        TextField("Name", text: store.binding(\.contact.name) { .edit(.name($0)) })
        TextField("Phone", text: store.binding(\.contact.phone) { .edit(.phone($0)) })
        Button("Cancel") { dispatch(.cancel) }
        if form.canSave { Button("Save") { dispatch(.save) } }
      }
    }
  }
#endif

extension Study {
  static let sheetForm = Study("sheet-form", .navigation, "A sheet that edits a copy, and saves it or throws it away") {
    let stage = Stage(StateStore(feature: AddressBook()) { $0.reduce($1) }) { book in
      "\(book.contacts.map(\.name)), " + (book.form.map { "the sheet has \"\($0.contact.name)\"" } ?? "no sheet")
    }
    for action in [
      AddressBook.Action.edit(1), .form(.edit(.name("Ada L."))), .form(.save), .edit(2), .form(.edit(.name(""))),
      .form(.save), .form(.cancel),
    ] { await stage.send(action) }
  }
}
