import Puredux
import PureduxCases

/// A form whose fields are edited with one action, and whose focus is a part of the state.
@Editable
struct Registration: Feature, Equatable {
  enum Field: Hashable, Codable, Sendable { case email, age }
  enum Action: Equatable, Sendable { case edit(Registration.Edit), submit }

  var email = ""
  var age = 0
  var wantsNews = true
  var focus: Field?
  var isDone = false

  /// The first invalid field.
  var wrongField: Field? {
    if !email.contains("@") { .email } else if age < 18 { .age } else { nil }
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .edit(let edit): apply(edit)
    case .submit:
      focus = wrongField
      isDone = wrongField == nil
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct RegistrationView: View {
    let store: StateStore<Registration, Registration.Action>
    @FocusState private var focus: Registration.Field?

    var body: some View {
      StoreView(store) { form, dispatch in
        TextField("Email", text: store.binding(\.email) { .edit(.email($0)) }).focused($focus, equals: .email)
        Stepper("Age", value: store.binding(\.age) { .edit(.age($0)) }).focused($focus, equals: .age)
        Toggle("News", isOn: store.binding(\.wantsNews) { .edit(.wantsNews($0)) })
        Button("Register") { dispatch(.submit) }
        if form.isDone { Text("Welcome") }
      }
      .subscribe(store, \.focus) { focus = $0 }
      .onChange(of: focus) { _, focus in store.dispatch(.edit(.focus(focus))) }
    }
  }
#endif

extension Study {
  static let forms = Study("forms", .basics, "A form with one action, and its focus in the state") {
    let stage = Stage(StateStore(feature: Registration()) { $0.reduce($1) }) { form in
      "\"\(form.email)\", \(form.age), focus: \(form.focus.map { "\($0)" } ?? "none"), done: \(form.isDone)"
    }
    for action in [Registration.Action.submit, .edit(.email("ada@example.com")), .submit, .edit(.age(36)), .submit] {
      await stage.send(action)
    }
  }
}
