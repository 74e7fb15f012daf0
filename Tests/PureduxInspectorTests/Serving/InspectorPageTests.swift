import Foundation
import Testing

@testable import PureduxInspector

struct InspectorPageTests {
  private func get(_ path: String, of page: InspectorPage) throws -> String {
    let client = try TestClient(port: page.port)
    client.send(
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAuthorization: Bearer \(page.key)\r\nConnection: close\r\n\r\n"
    )
    return client.receiveAll()
  }

  @Test func `page and data are served at one address`() throws {
    let page = try InspectorPage(ShopProgram(), port: 0, key: nil, control: false)
    #expect(page.address == "http://127.0.0.1:\(page.port)/#key=\(page.key)")
    #expect(try get("/", of: page).contains("<title>Puredux Inspector</title>"))
    #expect(try get("/api/status", of: page).contains(#""program":"Shop""#))
  }

  @Test func `a custom port and key remain the same in each run`() throws {
    let page = try InspectorPage(ShopProgram(), port: 0, key: "a-key-for-every-run", control: true)
    let (address, first) = (page.address, try get("/api/status", of: page))
    page.stop()
    let next = try InspectorPage(ShopProgram(), port: page.port, key: "a-key-for-every-run", control: true)
    #expect(next.address == address)
    // The identifier of the run differs, so an open page detects the restart.
    #expect(try get("/api/status", of: next) != first)
  }

  @Test func `a port in use and a short key are reported with a fix`() throws {
    let page = try InspectorPage(ShopProgram(), port: 0, key: nil, control: false)
    let taken = #expect(throws: InspectorPageError.self) {
      try InspectorPage(ShopProgram(), port: page.port, key: nil, control: false)
    }
    #expect(taken?.description.contains("port \(page.port)") == true)
    let short = #expect(throws: InspectorPageError.unsuitableKey) {
      try InspectorPage(ShopProgram(), port: 0, key: "short", control: false)
    }
    #expect(short?.description.contains("16 or more") == true)
  }
}
