extension Misuse {
  static func clockFailed(_ duration: Duration, _ error: any Error) -> Misuse {
    Misuse(
      "the context's clock was to wait \(duration), and threw \(error) although nobody cancelled it",
      so: "the system's clock measures this wait",
      fix: "let the clock's `sleep` throw only when its task is cancelled")
  }
}
