import Puredux
import PureduxHistory
import PureduxTesting
import Testing

@testable import Studies

struct GestureUndoTests {
  @Test func `a drag is one step, and the next drag another`() {
    let store = TestStore(exhaustivity: .partial) { StateStore(feature: PhotoEditor()) { $0.reduce($1) } }
    for brightness in [55, 63, 70] { store.send(.drag(brightness)) { $0.photo.brightness = brightness } }
    store.send(.released)
    for brightness in [60, 40] { store.send(.drag(brightness)) { $0.photo.brightness = brightness } }
    store.send(.released)
    store.send(.undo) { $0.photo.brightness = 70 }
    store.send(.undo) { $0.photo.brightness = 50 }
    #expect(store.state.history.undoName == nil && store.state.history.redoName == "Brightness")
    store.send(.redo) { $0.photo.brightness = 70 }
    store.finish()
  }
}
