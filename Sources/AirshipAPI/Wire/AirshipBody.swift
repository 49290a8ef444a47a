import Cloud
import Hummingbird
import JSON
import NIOCore

/// Reads the bodies of requests.
enum AirshipBody {
    /// How large a body of up to 100 pushes may be, in bytes.
    static let pushLimit = 5 * 1024 * 1024

    /// Reads a body as JSON.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limit: How many bytes it may have.
    /// - Returns: The value at its root.
    /// - Throws: ``AirshipError`` that says where the mistake is.
    static func read(_ request: Request, limit: Int = BodyReader.limit) async throws -> BodyNode {
        let buffer = try await BodyReader.bytes(of: request, limit: limit)
        do {
            return BodyNode(
                try JSONValue(parsing: buffer.readableBytesView, depthLimit: BodyReader.depthLimit),
                path: ""
            )
        } catch {
            var failure = AirshipError.invalid(error.reason, at: "")
            failure.number = 0
            failure.path = nil
            failure.place = place(of: error.offset, in: buffer)
            throw failure
        }
    }

    private static func place(of offset: Int, in buffer: ByteBuffer) -> (line: Int, column: Int) {
        let before = buffer.readableBytesView.prefix(offset)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = before.reversed().prefix { $0 != 0x0A }.count + 1
        return (line, column)
    }
}
