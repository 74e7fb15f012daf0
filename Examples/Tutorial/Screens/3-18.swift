import Puredux
import PureduxCases
import SwiftUI

@MainActor func screen() async -> ViewHost {
  let form = IssueForm(issue: Issue(id: 1, title: "Crash on launch"))
  let store = StateStore(feature: form, runner: .main) { _ = $0.reduce($1) }
  let host = ViewHost(IssueFormView(store: store))
  host.appear()
  await host.until { host.texts.contains("Save") }
  return host
}
