import Foundation
import PureduxBindings
import PureduxTesting
import Testing

@Suite struct PathChangeTests {
  @Test func `navigating back lists the popped screens, and forward the pushed ones`() {
    #expect(PathChange(from: [1, 2, 3], to: [1]).left == [2, 3])
    #expect(PathChange(from: [1], to: [1, 2]).entered == [2])
  }

  @Test func `a change that is applied to the displayed path results in the requested path`() {
    for (shown, wanted) in [
      ([1, 2], [1]), ([1], [1, 2]), ([1, 2, 3], [1, 4]), ([], [1]), ([1], []), ([1, 1, 1], [1]),
    ] {
      var path = shown
      path.apply(PathChange(from: shown, to: wanted))
      #expect(path == wanted)
    }
  }

  @Test func `a screen that the state has already removed is not removed twice`() {
    let back = PathChange(from: [1, 2, 3], to: [1, 2])
    var path = [1, 2]
    path.apply(back)
    #expect(path == [1, 2])
    path = [1, 2, 3, 4]
    path.apply(back)
    #expect(path == [1, 2])
  }

  @Test func `leaving the upper of two equal screens never removes the lower one`() {
    let back = PathChange(from: [1, 2, 1], to: [1, 2])
    var path = [1, 2]
    path.apply(back)
    #expect(path == [1, 2])
    path = [1, 2, 1]
    path.apply(back)
    #expect(path == [1, 2])
  }

  @Test func `a change that was encoded without the number of equal screens is applied to the first of them`() throws {
    let encoded = Data(#"{"left":[3],"entered":[]}"#.utf8)
    var path = [1, 2, 3]
    path.apply(try JSONDecoder().decode(PathChange<Int>.self, from: encoded))
    #expect(path == [1, 2])
  }
}
