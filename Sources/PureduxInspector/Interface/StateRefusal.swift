/// Why a state cannot be computed now, in one sentence without quotation marks.
package struct StateRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}
