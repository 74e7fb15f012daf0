/// A piece of the user's source, and where it begins.
struct SyntaxPlace {
  let source: String
  let fileName: String
  /// The place of the first byte of `source`, white space and comments included.
  let offset: Int

  init(_ syntax: JSON?) {
    source = syntax?["source"]?.string ?? ""
    fileName = syntax?["location"]?["fileName"]?.string ?? ""
    offset = max(0, syntax?["location"]?["offset"]?.integer ?? 0)
  }
}
