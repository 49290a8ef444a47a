package import HTTPTypes
package import Hummingbird
package import JSON
import NIOCore

/// Makes responses out of JSON.
package enum JSONResponse {
    /// A response with a value.
    package static func make(
        _ value: JSONValue,
        status: HTTPResponse.Status = .ok,
        retryAfter: Int? = nil
    ) -> Response {
        make(bytes: value.jsonBytes(sortsNames: true), status: status, retryAfter: retryAfter)
    }

    /// A response with a value that is written already.
    package static func make(
        bytes: [UInt8],
        status: HTTPResponse.Status = .ok,
        retryAfter: Int? = nil
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .contentLength: String(bytes.count),
            .cacheControl: "no-store",
        ]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Basic realm=\"Today\"" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A response that says only that all went well.
    package static func done() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
}
