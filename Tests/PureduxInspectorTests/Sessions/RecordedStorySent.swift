// swift-format-ignore-file
import Foundation
import PureduxCollections
import PureduxTesting
import Testing

@Test func `workshop, sent behaves as recorded`() throws {
  let store = TestStore { makeWorkshop("workshop, sent", hasEffects: false) }
  try store.begin(with: decoded(#"{"tickets":[],"began":[0,0],"done":[],"job":{"id":{"number":33,"source":7016295814940889796},"generation":0,"status":0,"attempt":0},"prices":{},"search":{"id":{"number":34,"source":7016295814940889796},"generation":0,"status":0,"attempt":0},"orders":[]}"#))
  store.context.provideInputs([.identity("615ee3dea89c92c40000000000000028"), .time(Duration(secondsComponent: 0, attosecondsComponent: 247971000000000)), .identities("615ee3dea89c92c40000000000000029", count: 3)], forAction: 1)
  store.context.provideInputs([.identity("615ee3dea89c92c40000000000000042"), .time(Duration(secondsComponent: 0, attosecondsComponent: 307821720000000000)), .identities("615ee3dea89c92c40000000000000043", count: 3)], forAction: 10)
  try store.send(.begin) {
    $0 = try decoded(#"{"began":[0,247971000000000],"done":[],"orders":[],"prices":{},"job":{"attempt":0,"details":{"policy":{"base":2,"jitter":0,"initialDelay":0,"maxAttempts":3,"backoff":{"exponential":{"factor":2}}}},"generation":1,"id":{"number":40,"source":7016295814940889796},"status":1},"search":{"attempt":0,"generation":0,"id":{"number":34,"source":7016295814940889796},"status":0},"tickets":[{"source":7016295814940889796,"number":41},{"source":7016295814940889796,"number":42},{"source":7016295814940889796,"number":43}]}"#)
  }
  try store.send(.finished("job")) {
    $0 = try decoded(#"{"tickets":[{"source":7016295814940889796,"number":41},{"source":7016295814940889796,"number":42},{"source":7016295814940889796,"number":43}],"began":[0,247971000000000],"done":["job"],"prices":{},"job":{"generation":1,"attempt":0,"details":{"policy":{"jitter":0,"maxAttempts":3,"initialDelay":0,"backoff":{"exponential":{"factor":2}},"base":2}},"id":{"number":40,"source":7016295814940889796},"status":2},"search":{"generation":0,"attempt":0,"id":{"source":7016295814940889796,"number":34},"status":0},"orders":[]}"#)
  }
  // The change in orders is too long to be written here.
  store.send(.fill(300), .partial)
  store.send(.rename(7, "seven")) {
    $0.orders[id: 7]?.title = "seven"
  }
  store.send(.pay(8)) {
    $0.orders[id: 8]?.paid = true
    $0.prices = ["paid": 1.0]
  }
  store.send(.remove(9)) {
    $0.orders.remove(at: 8)
  }
  try store.send(.search) {
    $0.search = try decoded(#"{"id":{"source":7016295814940889796,"number":34},"generation":1,"status":1,"attempt":0,"details":{"policy":{"jitter":0,"initialDelay":0,"maxAttempts":2,"base":2,"backoff":{"exponential":{"factor":2}}}}}"#)
  }
  try store.send(.found) {
    $0.search = try decoded(#"{"details":{"policy":{"initialDelay":0,"maxAttempts":2,"backoff":{"exponential":{"factor":2}},"base":2,"jitter":0}},"generation":1,"status":2,"id":{"number":34,"source":7016295814940889796},"attempt":0}"#)
  }
  store.send(.add(Workshop.Order(id: 1000, title: "new", notes: "", paid: false))) {
    $0.orders.insert(Workshop.Order(id: 1000, title: "new", notes: "", paid: false), at: 1)
  }
  try store.send(.begin) {
    $0.job = try decoded(#"{"details":{"policy":{"base":2,"backoff":{"exponential":{"factor":2}},"maxAttempts":3,"initialDelay":0,"jitter":0}},"status":1,"id":{"source":7016295814940889796,"number":66},"generation":1,"attempt":0}"#)
    $0.began = Duration(secondsComponent: 0, attosecondsComponent: 307821720000000000)
    try $0.tickets.append(contentsOf: [decoded(#"{"source":7016295814940889796,"number":67}"#), decoded(#"{"source":7016295814940889796,"number":68}"#), decoded(#"{"source":7016295814940889796,"number":69}"#)])
  }
  try store.send(.finished("job")) {
    $0.job = try decoded(#"{"generation":1,"status":2,"details":{"policy":{"base":2,"initialDelay":0,"jitter":0,"maxAttempts":3,"backoff":{"exponential":{"factor":2}}}},"attempt":0,"id":{"number":66,"source":7016295814940889796}}"#)
    $0.done = ["job", "job"]
  }
  store.send(.pay(300)) {
    $0.orders[id: 300]?.paid = true
    $0.prices = ["paid": 2.0]
  }
  store.finish()
}

private func decoded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}
