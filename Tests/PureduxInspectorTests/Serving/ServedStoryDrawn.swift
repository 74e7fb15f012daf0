// swift-format-ignore-file
import Foundation
import PureduxCollections
import PureduxTesting
import Testing

@Test func `served workshop behaves as recorded`() throws {
  let store = TestStore { makeWorkshop("served workshop") }
  try store.begin(with: decoded(#"{"tickets":[],"orders":[],"done":[],"prices":{},"began":[0,0],"search":{"status":0,"id":{"source":6934046280539169142,"number":5},"generation":0,"attempt":0},"job":{"status":0,"id":{"source":6934046280539169142,"number":4},"generation":0,"attempt":0}}"#))
  store.context.provideInputs([.identity("603aae5a9fa7e1760000000000000008"), .time(Duration(secondsComponent: 0, attosecondsComponent: 149664000000000)), .identities("603aae5a9fa7e1760000000000000009", count: 3)], forAction: 1)
  store.context.provideInputs([.identity("603aae5a9fa7e1760000000000000011"), .time(Duration(secondsComponent: 0, attosecondsComponent: 1106251000000000)), .identities("603aae5a9fa7e1760000000000000012", count: 3)], forAction: 6)
  try store.send(.begin) {
    $0.job = try decoded(#"{"status":1,"generation":1,"id":{"source":6934046280539169142,"number":8},"details":{"policy":{"initialDelay":0,"maxAttempts":3,"base":2,"jitter":0,"backoff":{"exponential":{"factor":2}}}},"attempt":0}"#)
    $0.began = Duration(secondsComponent: 0, attosecondsComponent: 149664000000000)
    $0.tickets = try decoded(#"[{"number":9,"source":6934046280539169142},{"number":10,"source":6934046280539169142},{"number":11,"source":6934046280539169142}]"#)
  }
  try store.receive(.finished("job")) {
    $0.job = try decoded(#"{"id":{"number":8,"source":6934046280539169142},"details":{"policy":{"initialDelay":0,"backoff":{"exponential":{"factor":2}},"base":2,"jitter":0,"maxAttempts":3}},"attempt":0,"generation":1,"status":2}"#)
    $0.done = ["job"]
  }
  try store.send(.search) {
    $0.search = try decoded(#"{"status":1,"details":{"policy":{"jitter":0,"initialDelay":0,"maxAttempts":2,"base":2,"backoff":{"exponential":{"factor":2}}}},"id":{"number":5,"source":6934046280539169142},"generation":1,"attempt":0}"#)
  }
  try store.receive(.found) {
    $0.search = try decoded(#"{"details":{"policy":{"jitter":0,"initialDelay":0,"backoff":{"exponential":{"factor":2}},"maxAttempts":2,"base":2}},"attempt":0,"status":2,"generation":1,"id":{"number":5,"source":6934046280539169142}}"#)
  }
  store.send(.fill(2)) {
    $0.orders.append(contentsOf: [Workshop.Order(id: 1, title: "order 1", notes: "note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note ", paid: false), Workshop.Order(id: 2, title: "order 2", notes: "note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note note ", paid: false)])
  }
  try store.send(.begin) {
    $0.job = try decoded(#"{"status":1,"details":{"policy":{"jitter":0,"maxAttempts":3,"backoff":{"exponential":{"factor":2}},"base":2,"initialDelay":0}},"id":{"number":17,"source":6934046280539169142},"generation":1,"attempt":0}"#)
    $0.began = Duration(secondsComponent: 0, attosecondsComponent: 1106251000000000)
    try $0.tickets.append(contentsOf: [decoded(#"{"number":18,"source":6934046280539169142}"#), decoded(#"{"number":19,"source":6934046280539169142}"#), decoded(#"{"number":20,"source":6934046280539169142}"#)])
  }
  try store.receive(.finished("job")) {
    $0.job = try decoded(#"{"id":{"number":17,"source":6934046280539169142},"status":2,"attempt":0,"details":{"policy":{"backoff":{"exponential":{"factor":2}},"base":2,"initialDelay":0,"maxAttempts":3,"jitter":0}},"generation":1}"#)
    $0.done = ["job", "job"]
  }
  store.finish()
}

private func decoded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}
