/// A value that one thread makes, lets go of, and hands to another.
struct UncheckedTransfer<Value>: @unchecked Sendable {
  // SAFETY: made where props are made, and read once, by the update that takes it to the main actor; its maker keeps
  // nothing of it, save what a user's own props closure would keep of its result, and what `ShownProps` keeps to compare
  // it by the user's `==`, on the queue on which props are made.
  let value: Value
}
