// swift-format-ignore-file
import Foundation
import PureduxCollections
import PureduxTesting
import Testing

@Test func `workshop, assigned behaves as recorded`() throws {
  let store = TestStore { makeWorkshop("workshop, assigned", hasEffects: true) }
  try store.begin(with: decoded(#"{"began":[0,0],"done":[],"prices":{},"search":{"generation":0,"status":0,"id":{"source":7016295814940889796,"number":28},"attempt":0},"orders":[],"tickets":[],"job":{"generation":0,"status":0,"id":{"number":27,"source":7016295814940889796},"attempt":0}}"#))
  store.context.provideInputs([.identity("615ee3dea89c92c40000000000000024"), .time(Duration(secondsComponent: 0, attosecondsComponent: 2444000000000)), .identities("615ee3dea89c92c40000000000000025", count: 3)], forAction: 1)
  store.context.provideInputs([.identity("615ee3dea89c92c40000000000000034"), .time(Duration(secondsComponent: 0, attosecondsComponent: 3989984000000000)), .identities("615ee3dea89c92c40000000000000035", count: 3)], forAction: 10)
  try store.send(.begin) {
    $0.job = try decoded(#"{"generation":1,"attempt":0,"details":{"policy":{"jitter":0,"initialDelay":0,"base":2,"backoff":{"exponential":{"factor":2}},"maxAttempts":3}},"status":1,"id":{"number":36,"source":7016295814940889796}}"#)
    $0.began = Duration(secondsComponent: 0, attosecondsComponent: 2444000000000)
    $0.tickets = try decoded(#"[{"source":7016295814940889796,"number":37},{"source":7016295814940889796,"number":38},{"source":7016295814940889796,"number":39}]"#)
  }
  try store.receive(.finished("job")) {
    $0.job = try decoded(#"{"generation":1,"status":2,"details":{"policy":{"maxAttempts":3,"initialDelay":0,"backoff":{"exponential":{"factor":2}},"base":2,"jitter":0}},"id":{"source":7016295814940889796,"number":36},"attempt":0}"#)
    $0.done = ["job"]
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
    $0.search = try decoded(#"{"attempt":0,"details":{"policy":{"backoff":{"exponential":{"factor":2}},"maxAttempts":2,"initialDelay":0,"jitter":0,"base":2}},"generation":1,"id":{"source":7016295814940889796,"number":28},"status":1}"#)
  }
  try store.receive(.found) {
    $0.search = try decoded(#"{"generation":1,"status":2,"details":{"policy":{"base":2,"initialDelay":0,"jitter":0,"maxAttempts":2,"backoff":{"exponential":{"factor":2}}}},"id":{"number":28,"source":7016295814940889796},"attempt":0}"#)
  }
  store.send(.add(Workshop.Order(id: 1000, title: "new", notes: "", paid: false))) {
    $0.orders.insert(Workshop.Order(id: 1000, title: "new", notes: "", paid: false), at: 1)
  }
  try store.send(.begin) {
    $0.job = try decoded(#"{"attempt":0,"id":{"source":7016295814940889796,"number":52},"status":1,"details":{"policy":{"backoff":{"exponential":{"factor":2}},"jitter":0,"maxAttempts":3,"base":2,"initialDelay":0}},"generation":1}"#)
    $0.began = Duration(secondsComponent: 0, attosecondsComponent: 3989984000000000)
    try $0.tickets.append(contentsOf: [decoded(#"{"number":53,"source":7016295814940889796}"#), decoded(#"{"number":54,"source":7016295814940889796}"#), decoded(#"{"number":55,"source":7016295814940889796}"#)])
  }
  try store.receive(.finished("job")) {
    $0.job = try decoded(#"{"details":{"policy":{"initialDelay":0,"backoff":{"exponential":{"factor":2}},"jitter":0,"base":2,"maxAttempts":3}},"id":{"source":7016295814940889796,"number":52},"status":2,"generation":1,"attempt":0}"#)
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
