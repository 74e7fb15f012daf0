internal import Foundation

extension FailureReporter {
  /// Fails the running test of XCTest; does nothing in a process that has not loaded it.
  static let xcTest = FailureReporter { text, position in
    xcTestFail?(text, position.filePath, position.line)
  }

  private typealias XCTFail = @convention(thin) (String, StaticString, UInt) -> Void

  /// `XCTFail(_:file:line:)`, looked up by name, because linking XCTest would force it on every client.
  private static let xcTestFail: XCTFail? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
      return nil
    }
    // SAFETY: the mangled name spells out exactly this module, function and signature.
    return unsafeBitCast(symbol, to: XCTFail.self)
  }()
}
