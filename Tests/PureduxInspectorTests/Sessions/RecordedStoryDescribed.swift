// swift-format-ignore-file
import Foundation
import PureduxTesting
import Testing

@Test func `workshop, described behaves as recorded`() throws {
  let store = TestStore { makeWorkshop("workshop, described", hasEffects: true) }
  try store.begin(with: decoded(#"{"began":[0,0],"done":[],"orders":[],"prices":{},"job":{"generation":0,"attempt":0,"status":0,"id":{"source":7016295814940889796,"number":30}},"search":{"generation":0,"attempt":0,"status":0,"id":{"source":7016295814940889796,"number":31}},"tickets":[]}"#))
  store.context.provideInputs([.identity("615ee3dea89c92c4000000000000002c"), .time(Duration(secondsComponent: 0, attosecondsComponent: 314089000000000)), .identities("615ee3dea89c92c4000000000000002d", count: 3)], forAction: 1)
  store.context.provideInputs([.identity("615ee3dea89c92c40000000000000030"), .time(Duration(secondsComponent: 0, attosecondsComponent: 3650567000000000)), .identities("615ee3dea89c92c40000000000000031", count: 3)], forAction: 10)
  store.send(.begin, changing: """
    job.status
      - .idle
      + .inProgress
    job.currentAttempt
      - nil
      + 0
    job.policy.maxAttempts
      - 1
      + 3
    job.id.number
      - 30
      + 44
    job.generation
      - 0
      + 1
    began
      - 0.0 seconds
      + 0.000314089 seconds
    tickets[0]
      + 92c4-2d
    tickets[1]
      + 92c4-2e
    tickets[2]
      + 92c4-2f
    """)
  store.receive(.finished("job"), changing: """
    job.status
      - .inProgress
      + .success
    job.currentAttempt
      - 0
      + nil
    done[0]
      + "job"
    """)
  // The change is too long to be described here.
  store.send(.fill(300), .partial)
  store.send(.rename(7, "seven"), changing: """
    orders[6].title
      - "order 7"
      + "seven"
    """)
  store.send(.pay(8), changing: """
    orders[7].paid
      - false
      + true
    prices["paid"]
      + 1.0
    """)
  store.send(.remove(9), changing: """
    orders[8]
      - Order(id: 9, title: "order 9", notes: "note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note ", paid: false)
    """)
  store.send(.search, changing: """
    search.status
      - .idle
      + .inProgress
    search.currentAttempt
      - nil
      + 0
    search.policy.maxAttempts
      - 1
      + 2
    search.generation
      - 0
      + 1
    """)
  store.receive(.found, changing: """
    search.status
      - .inProgress
      + .success
    search.currentAttempt
      - 0
      + nil
    """)
  // add((id: 1000, notes: "", paid: false, title: "new"))
  try store.send(decoded(#"{"add":{"_0":{"id":1000,"paid":false,"title":"new","notes":""}}}"#), changing: """
    orders[1]
      + Order(id: 1000, title: "new", notes: "", paid: false)
    """)
  store.send(.begin, changing: """
    job.status
      - .success
      + .inProgress
    job.currentAttempt
      - nil
      + 0
    job.id.number
      - 44
      + 48
    began
      - 0.000314089 seconds
      + 0.003650567 seconds
    tickets[3]
      + 92c4-31
    tickets[4]
      + 92c4-32
    tickets[5]
      + 92c4-33
    """)
  store.receive(.finished("job"), changing: """
    job.status
      - .inProgress
      + .success
    job.currentAttempt
      - 0
      + nil
    done[1]
      + "job"
    """)
  store.send(.pay(300), changing: """
    orders[299].paid
      - false
      + true
    prices["paid"]
      - 1.0
      + 2.0
    """)
  store.finish()
}

private func decoded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}
