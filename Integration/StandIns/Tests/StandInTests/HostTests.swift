import SwiftUI
import Testing

@MainActor
private final class Log {
  var entries: [String] = []
}

private struct Counter: View {
  @State var count = 0
  let log: Log

  var body: some View {
    VStack {
      Text("\(count)")
      Button("more") { count += 1 }
      if count < 2 {
        Text("few")
          .onAppear { log.entries.append("appeared") }
          .onDisappear { log.entries.append("disappeared") }
      }
    }
  }
}

private struct Language: EnvironmentKey {
  static let defaultValue: String? = "en"
}

private struct Asking: View {
  @State var question = 0
  @State var answers: [String] = []

  var body: some View {
    VStack {
      Text(answers.joined(separator: " "))
      Button("next") { question += 1 }
      Button("same") { answers.append("same") }
    }
    .task(id: question) {
      answers.append("\(question)")
    }
  }
}

private struct Form: View {
  @State var name = "a"

  var body: some View {
    TextField("Name", text: $name)
    Text("Hello \(name)")
  }
}

@MainActor
@Suite struct HostTests {
  @Test func `an optional value of the environment has its default until it is set, to nil too`() {
    var values = EnvironmentValues()
    #expect(values[Language.self] == "en")
    values[Language.self] = nil
    #expect(values[Language.self] == nil)
    values[Language.self] = "fr"
    #expect(values[Language.self] == "fr")
  }

  @Test func `body runs again after a change of state, which is kept`() async {
    let host = ViewHost(Counter(log: Log()))
    host.appear()
    #expect(host.texts == ["0", "more", "few"])
    #expect(host.tap("more"))
    await host.until { host.texts.first == "1" }
  }

  @Test func `a removed view disappears, and a view that stays does not appear again`() async {
    let log = Log()
    let host = ViewHost(Counter(log: log))
    host.appear()
    host.tap("more")
    await host.until { host.texts.first == "1" }
    #expect(log.entries == ["appeared"])
    host.tap("more")
    await host.until { host.texts.first == "2" }
    #expect(log.entries == ["appeared", "disappeared"])
  }

  @Test func `a view that the host removes disappears`() {
    let log = Log()
    let host = ViewHost(Counter(log: log))
    host.appear()
    host.remove()
    #expect(log.entries == ["appeared", "disappeared"])
  }

  @Test func `a task with an id runs on appearance, and again only for another id`() async {
    let host = ViewHost(Asking())
    host.appear()
    await host.until { host.texts.first == "0" }
    host.tap("same")
    await host.until { host.texts.first == "0 same" }
    host.tap("next")
    await host.until { host.texts.first == "0 same 1" }
  }

  @Test func `typing changes the bound value`() async {
    let host = ViewHost(Form())
    host.appear()
    host.type("b", into: "Name")
    await host.until { host.texts.last == "Hello b" }
    #expect(host.text(in: "Name") == "b")
  }
}
