import CloudCore
import CloudStorage
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the files that are attached to messages to anyone who knows the message's id, which is unguessable.
struct AttachmentController: Sendable {
    let cloud: Cloud
    let limits: VisitorLimits

    /// Serves the file with an id, with or without an extension, for HEAD only its headers; ``NtfyError`` 40401 if it
    /// does not exist, 42905 if the client exceeds the daily limit.
    func serve(_ request: Request, _ context: CloudContext, name: String) async throws -> Response {
        try limits.takeRequest(of: context.bucket)
        let id = String(name.prefix { $0 != "." })
        guard MessageIdentifier.isValid(id), let file = try await cloud.store.topicFile(id),
            let content = try await cloud.store.attachment(file)
        else { throw NtfyError.notFound }
        var headers: HTTPFields = [
            .contentType: file.type, .contentLength: String(content.size), .cacheControl: "private, max-age=3600",
            .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        // A browser must not execute an uploaded file with the cloud's origin, whatever type it detects.
        headers[.xContentTypeOptions] = "nosniff"
        guard request.method != .head else { return Response(status: .ok, headers: headers) }
        guard limits.takeBandwidth(content.size, of: context.bucket) else { throw NtfyError.bandwidth }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(contentLength: content.size) { writer in
                var offset = 0
                while offset < content.size {
                    let part = try await content.read(offset)
                    guard !part.isEmpty else { break }
                    try await writer.write(ByteBuffer(bytes: part))
                    offset += part.count
                }
                try await writer.finish(nil)
            }
        )
    }
}
