package import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

/// Creates responses with JSON bodies, which must not be cached.
package enum JSONResponse {
    /// Returns a response with a value as its body, with the names in objects sorted.
    package static func make(
        _ value: JSONValue,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        make(bytes: value.jsonBytes(sortsNames: true), status: status, headers: headers)
    }

    package static func make(bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.contentLength] = String(bytes.count)
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    package static func done() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
}
