// Macros see no types, so the compiler also reports these errors in the expansion, with a note at the user's code.
import Puredux

extension String {
  @DependencyEntry var inNoContainer = 1  // 41: note: expanded code originates here
}

extension Dependencies {
  @DependencyEntry var wrongType: Int = "text"  // 41: cannot convert value of type 'String' to specified type 'Int'
}

extension Array {
  @DependencyEntry var inGenericType = 1  // 41: note: expanded code originates here
}

protocol Named {}

extension Named {
  @DependencyEntry var inProtocol = 1  // 38: note: expanded code originates here
}
