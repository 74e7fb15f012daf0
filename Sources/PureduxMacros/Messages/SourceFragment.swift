/// A piece of the user's source code, and where it begins in its file.
struct SourceFragment {
  let text: String
  let fileName: String
  /// The offset of the first byte of `text` in its file. White space and comments before the first token count.
  let offset: Int

  init(_ syntax: JSON?) {
    text = syntax?["source"]?.string ?? ""
    fileName = syntax?["location"]?["fileName"]?.string ?? ""
    offset = max(0, syntax?["location"]?["offset"]?.integer ?? 0)
  }
}
