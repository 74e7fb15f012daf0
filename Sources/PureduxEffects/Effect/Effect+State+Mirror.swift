extension Effect.State: CustomReflectable {
  /// What a person wants to know of it; tools that show differences look here.
  public var customMirror: Mirror {
    let parts: KeyValuePairs<String, Any> = [
      "status": status, "currentAttempt": currentAttempt as Any, "error": error as Any, "policy": policy,
      "id": id, "generation": generation,
    ]
    return Mirror(self, children: parts, displayStyle: .struct)
  }
}
