#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Presents a dialog from the state as an alert.
    ///
    /// ```swift
    /// NoteList().alert(notes, \.dialog) { choice in .answered(choice) }
    /// ```
    ///
    /// For every answer, the reducer must remove the dialog from the state.
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the dialog.
    ///   - dialog: The dialog in the state; nil while no dialog is presented.
    ///   - answer: Creates the action for the user's choice; its argument is nil if the user closed the dialog without
    ///     a choice.
    nonisolated public func alert<State, Action, Choice>(
      _ store: some Store<State, Action>, _ dialog: any KeyPath<State, Dialog<Choice>?> & Sendable,
      answer: @escaping @Sendable (_ choice: Choice?) -> Action
    ) -> some View {
      modifier(DialogModifier(store: store.eraseToAnyStore(), dialog: dialog, answer: answer, isConfirmation: false))
    }

    /// Presents a dialog from the state as a confirmation dialog.
    ///
    /// ```swift
    /// NoteList().confirmationDialog(notes, \.dialog) { choice in .answered(choice) }
    /// ```
    ///
    /// - Parameters:
    ///   - store: The store whose state contains the dialog.
    ///   - dialog: The dialog in the state; nil while no dialog is presented.
    ///   - answer: Creates the action for the user's choice; its argument is nil if the user closed the dialog without
    ///     a choice.
    nonisolated public func confirmationDialog<State, Action, Choice>(
      _ store: some Store<State, Action>, _ dialog: any KeyPath<State, Dialog<Choice>?> & Sendable,
      answer: @escaping @Sendable (_ choice: Choice?) -> Action
    ) -> some View {
      modifier(DialogModifier(store: store.eraseToAnyStore(), dialog: dialog, answer: answer, isConfirmation: true))
    }
  }

  struct DialogModifier<StoreState: Sendable, Action: Sendable, Choice: Sendable>: ViewModifier {
    let store: StateStore<StoreState, Action>
    let dialog: any KeyPath<StoreState, Dialog<Choice>?> & Sendable
    let answer: @Sendable (Choice?) -> Action
    let isConfirmation: Bool
    /// A counter that is incremented to update the view when the dialog changes.
    @State private var version = 0

    nonisolated init(
      store: StateStore<StoreState, Action>, dialog: any KeyPath<StoreState, Dialog<Choice>?> & Sendable,
      answer: @escaping @Sendable (Choice?) -> Action, isConfirmation: Bool
    ) {
      (self.store, self.dialog, self.answer, self.isConfirmation) = (store, dialog, answer, isConfirmation)
    }

    func body(content: Content) -> some View {
      _ = version
      let edited = edited
      let shown = edited.value
      let isPresented = Binding(
        get: { edited.value != nil }, set: { if !$0, edited.value != nil { edited.write(nil, answer(nil)) } })
      let observed = content.bound(to: store, .presentation, props: { _, _ in () }) { _, _ in version += 1 }
      return DialogView(
        content: observed, title: Text(shown?.title ?? ""), isPresented: isPresented, dialog: shown,
        isConfirmation: isConfirmation, choose: choose)
    }

    @MainActor
    private var edited: EditedPart<StoreState, Action, Dialog<Choice>?> {
      EditedPart(store, dialog, at: BindingCall(fileID: #fileID, line: #line, column: #column)) { [answer] _, _ in
        answer(nil)
      }
    }

    /// A choice's action is dispatched even if the system has already closed the dialog.
    private func choose(_ choice: Dialog<Choice>.Choice) {
      let edited = edited
      guard choice.action != nil || edited.value != nil else { return }
      edited.write(nil, answer(choice.action))
    }
  }

  private struct DialogView<Content: View, Action: Sendable>: View {
    let content: Content
    let title: Text
    let isPresented: Binding<Bool>
    let dialog: Dialog<Action>?
    let isConfirmation: Bool
    let choose: (Dialog<Action>.Choice) -> Void

    var body: some View {
      if isConfirmation {
        content.confirmationDialog(title, isPresented: isPresented, presenting: dialog, actions: buttons, message: text)
      } else {
        content.alert(title, isPresented: isPresented, presenting: dialog, actions: buttons, message: text)
      }
    }

    private func buttons(_ dialog: Dialog<Action>) -> some View {
      ForEach(dialog.choices.indices.map(Numbered.init)) { number in
        let choice = dialog.choices[number.id]
        Button(choice.title, role: choice.role.map(ButtonRole.init)) { choose(choice) }
      }
    }

    @ViewBuilder
    private func text(_ dialog: Dialog<Action>) -> some View {
      if let message = dialog.message { Text(message) }
    }
  }

  private struct Numbered: Identifiable {
    let id: Int
  }

  extension ButtonRole {
    fileprivate init(_ role: DialogRole) { self = role == .cancel ? .cancel : .destructive }
  }
#endif
