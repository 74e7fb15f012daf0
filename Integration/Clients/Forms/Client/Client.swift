import Puredux

/// Runs every form in the language mode of the module.
@main
enum Client {
  static func main() async {
    await checkInjection()
    await checkEffects()
    await checkBindings()
    await checkCases()
    await checkEdits()
    print("\(#fileID.prefix { $0 != "/" }): every form did what it says")
  }
}

nonisolated func check(_ isTrue: Bool, file: String = #fileID, line: Int = #line) {
  precondition(isTrue, "\(file) line \(line)")
}
