import HTTPTypes
import Host
import Hummingbird
import NIOCore

/// Serves the modules of the script.
///
/// Their addresses change with their content, so a browser may keep them for ever.
struct AssetController: Sendable {
    func addRoutes(to router: some RouterMethods<WebContext>) {
        let modules = Assets.modules.mapValues(ByteBuffer.init(bytes:))
        router.get("assets/:version/:name") { _, context in
            guard context.parameters.get("version") == Assets.version,
                let module = context.parameters.get("name").flatMap({ modules[$0] })
            else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .contentLength: String(module.readableBytes),
                    .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: module)
            )
        }
    }
}

/// Serves images of cards through the host's proxy.
struct ImageController: Sendable {
    /// The media types that a page gets; none of them can contain scripts.
    static let types: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]

    let host: any HostAccess

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("image") { request, _ in
            guard let url = request.uri.queryParameters.get("url"), PageLink.image(url) != nil else {
                throw HostError(.invalid, "This is no address of an image.")
            }
            let image = try await host.send(GetImageRequest(at: url))
            guard Self.types.contains(image.mediaType) else { throw HTTPError(.unsupportedMediaType) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: image.mediaType, .contentLength: String(image.bytes.count),
                    .cacheControl: "private, max-age=3600",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
            )
        }
    }
}
