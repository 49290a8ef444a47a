package import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

/// Makes responses with JSON bodies, which no cache may keep.
package enum JSONResponse {
    /// Makes a response with a value as its body, the names of objects in alphabetical order.
    package static func make(
        _ value: JSONValue,
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        make(bytes: value.jsonBytes(sortsNames: true), status: status, headers: headers)
    }

    /// Makes a response with JSON text as its body.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - status: The status.
    ///   - headers: Further headers.
    /// - Returns: The response.
    package static func make(
        bytes: [UInt8],
        status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        headers[.contentLength] = String(bytes.count)
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Makes a response with status 204 and no body.
    package static func done() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
}
