/// Why an action was not dispatched, in one sentence without quotation marks.
package struct ControlRefusal: Error, Equatable {
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}
