/// An action that does work, as it was found on the way up.
struct FoundWork {
  let action: any WorkAction
  /// The store that it works for, if that is not the one that the action was sent to.
  var origin: WorkOrigin?
}
