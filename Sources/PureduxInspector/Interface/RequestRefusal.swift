/// A request that gets no answer, and the reason.
struct RequestRefusal: Error {
  let response: HTTPResponse

  init(_ status: HTTPStatus, _ sentence: String) { response = .refusal(status, sentence) }
}
