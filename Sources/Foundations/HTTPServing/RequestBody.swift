import AsyncPrimitives
import HTTPTypes
package import Hummingbird
package import JSON
package import NIOCore

/// The reason why the body of a request could not be read.
package struct RequestBodyError: Error, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The body is larger than the route's limit, compressed or decompressed.
        case tooLarge
        case timedOut
        /// The body is not JSON, is damaged or incomplete, or has another compression than gzip.
        case invalid
    }

    package var code: Code
    /// One sentence for the client.
    package var message: String
    /// The `JSONSyntaxError` of a body that is not JSON, or the error of the decompressor.
    package var cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { message }

    static func tooLarge(_ limit: Int) -> RequestBodyError {
        RequestBodyError(.tooLarge, "The body is larger than \(limit) bytes.")
    }
}

extension Request {
    /// Returns `true` if the request's `Content-Length` is larger than a limit in bytes.
    package func declaresBody(over limit: Int) -> Bool {
        headers[.contentLength].flatMap(Int.init).map { $0 > limit } ?? false
    }

    /// Reads the whole body, of at most `limit` bytes both compressed and decompressed.
    ///
    /// A body with `Content-Encoding: gzip` is decompressed if `acceptsGzip` is `true`; otherwise the header is
    /// ignored.
    ///
    /// - Throws: ``RequestBodyError``, with code `invalid` also if the connection ends before the body.
    package func collectBody(
        upTo limit: Int,
        within deadline: Duration,
        acceptsGzip: Bool = false
    ) async throws -> ByteBuffer {
        if declaresBody(over: limit) { throw RequestBodyError.tooLarge(limit) }
        let isGzip = acceptsGzip ? try GzipBody.isDeclared(in: headers) : false
        let collected = try await withDeadline(deadline) {
            var whole = ByteBuffer()
            do {
                for try await part in body {
                    guard whole.readableBytes + part.readableBytes <= limit else {
                        throw RequestBodyError.tooLarge(limit)
                    }
                    whole.writeImmutableBuffer(part)
                }
            } catch let error where !(error is RequestBodyError || error is CancellationError) {
                throw RequestBodyError(.invalid, "The end of the body is missing.", cause: error)
            }
            return whole
        }
        guard let collected else {
            let limit = deadline.components.seconds
            throw RequestBodyError(.timedOut, "The body did not arrive within \(limit) seconds.")
        }
        return isGzip ? try GzipBody.unpack(collected, limit: limit) : collected
    }

    /// Reads the whole body as JSON, as `collectBody(upTo:within:acceptsGzip:)`.
    package func collectJSON(
        upTo limit: Int,
        depthLimit: Int,
        within deadline: Duration,
        acceptsGzip: Bool = false
    ) async throws -> JSONValue {
        let buffer = try await collectBody(upTo: limit, within: deadline, acceptsGzip: acceptsGzip)
        do {
            return try JSONValue(parsing: buffer.readableBytesView, depthLimit: depthLimit)
        } catch {
            throw RequestBodyError(.invalid, "The body is \(error).", cause: error)
        }
    }

    /// Waits until the client has closed its side of the connection and calls `onDisconnect`, or the task is cancelled;
    /// this reads the body, so nothing else may read it.
    package func waitForDisconnect(_ onDisconnect: @escaping @Sendable () -> Void) async throws {
        let never = OneTimeSignal()
        try await body.consumeWithInboundCloseHandler { _ in
            await never.wait()
        } onInboundClosed: {
            onDisconnect()
        }
    }
}
