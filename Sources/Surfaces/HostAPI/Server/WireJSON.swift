import Foundation
import HTTPServing
package import HTTPTypes
import Host
package import Hummingbird
import JSON
import NIOCore

/// JSON bodies of requests and responses, in Today's wire format.
package enum WireJSON {
    /// How large a request's body may be, in bytes.
    package static let bodyLimit = 64 * 1024
    /// How deeply a request's body may be nested.
    package static let depthLimit = 64
    /// How long the body of a request may take to arrive.
    package static let bodyDeadline = Duration.seconds(10)

    /// Reads a request's body.
    ///
    /// - Throws: ``Host/HostError`` `invalid` if it is no JSON or not of that shape; Hummingbird's `HTTPError` 413 if
    ///   it is larger than ``bodyLimit`` and 408 if it takes longer than ``bodyDeadline``.
    package static func read<Value: Decodable & Sendable>(
        _ type: Value.Type,
        from request: Request
    ) async throws -> Value {
        let buffer = try await collect(request)
        do {
            return try JSONValue(parsing: buffer.readableBytesView, depthLimit: depthLimit).decode(Value.self)
        } catch let error as JSONSyntaxError {
            throw HostError(.invalid, "The request is \(error).")
        } catch let error as DecodingError {
            throw HostError(.invalid, "The request makes no sense: \(describe(error)).", cause: error)
        }
    }

    /// Makes a response from a value.
    package static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let bytes = try JSONValue(encoding: value).jsonBytes(sortsNames: true)
        return Response(
            status: status,
            headers: [
                .contentType: "application/json; charset=utf-8", .contentLength: String(bytes.count),
                .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Makes a response that says only that all went well.
    package static func done() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    private static func collect(_ request: Request) async throws -> ByteBuffer {
        if request.declaresBody(over: bodyLimit) { throw tooLarge }
        let body = try await request.collectBody(upTo: bodyLimit, within: bodyDeadline, orThrow: tooLarge)
        guard let body else { throw HTTPError(.requestTimeout) }
        return body
    }

    private static var tooLarge: HTTPError { HTTPError(.contentTooLarge) }

    private static func describe(_ error: DecodingError) -> String {
        let context: DecodingError.Context
        switch error {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return "it has another shape"
        }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
