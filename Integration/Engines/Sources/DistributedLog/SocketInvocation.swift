public import Distributed
internal import Foundation

/// The arguments of a call, as a message has them.
public struct SocketInvocation: DistributedTargetInvocationEncoder, Codable, Sendable {
  public typealias SerializationRequirement = any Codable

  var actor = ""
  var target = ""
  var substitutions: [String] = []
  var arguments: [Data] = []

  public mutating func recordGenericSubstitution<Substitution>(_ type: Substitution.Type) throws {
    guard let name = _mangledTypeName(type) else { throw SocketError.unknownType("\(type)") }
    substitutions.append(name)
  }

  public mutating func recordArgument<Value: Codable>(_ argument: RemoteCallArgument<Value>) throws {
    // A value in an array: some coders do not encode an optional value by itself.
    arguments.append(try JSONEncoder().encode([argument.value]))
  }

  public mutating func recordReturnType<Result: Codable>(_ type: Result.Type) throws {}
  public mutating func recordErrorType<Failure: Error>(_ type: Failure.Type) throws {}
  public mutating func doneRecording() throws {}
}

/// Reads the arguments of a call in order.
public struct SocketInvocationDecoder: DistributedTargetInvocationDecoder {
  public typealias SerializationRequirement = any Codable

  let invocation: SocketInvocation
  private var next = 0

  init(_ invocation: SocketInvocation) { self.invocation = invocation }

  public mutating func decodeGenericSubstitutions() throws -> [any Any.Type] {
    try invocation.substitutions.map { name in
      guard let type = _typeByName(name) else { throw SocketError.unknownType(name) }
      return type
    }
  }

  public mutating func decodeNextArgument<Value: Codable>() throws -> Value {
    guard next < invocation.arguments.count else { throw SocketError.noArgument }
    defer { next += 1 }
    return try JSONDecoder().decode([Value].self, from: invocation.arguments[next])[0]
  }

  public mutating func decodeErrorType() throws -> (any Any.Type)? { nil }
  public mutating func decodeReturnType() throws -> (any Any.Type)? { nil }
}

/// Sends the result of a call back.
public struct SocketResultHandler: DistributedTargetInvocationResultHandler {
  public typealias SerializationRequirement = any Codable

  let reply: @Sendable (SocketReply) -> Void

  public func onReturn<Success: Codable>(value: Success) async throws {
    reply(.value(try JSONEncoder().encode([value])))
  }
  public func onReturnVoid() async throws { reply(.value(Data())) }
  public func onThrow<Failure: Error>(error: Failure) async throws { reply(.error("\(error)")) }
}

/// The result of a call.
enum SocketReply: Codable, Sendable {
  case value(Data)
  case error(String)
}

/// A message in either direction, with the number of its call.
struct SocketMessage: Codable, Sendable {
  enum Content: Codable, Sendable {
    case call(SocketInvocation)
    case reply(SocketReply)
  }

  let number: UInt64
  let content: Content
}

/// An error of the actor system, or the description of an error of the actor.
public enum SocketError: Error {
  case notConnected
  case unknownType(String)
  case noArgument
  case failed(String)
}
