import HTTPTypes
import HostModel
import Hummingbird
import NIOCore
import TodayProtocol

/// Serves the modules of the script and their texts, the style sheet that the script loads, and the icons of pages.
///
/// The URLs of the modules and of the style sheet change with their content, so browsers may cache them forever.
struct AssetController: Sendable {
    func addRoutes(to router: some RouterMethods<WebContext>) {
        let scripts = Assets.scripts.mapValues(ByteBuffer.init(bytes:))
        router.get("assets/:version/:name") { _, context in
            guard context.parameters.get("version") == Assets.version,
                let script = context.parameters.get("name").flatMap({ scripts[$0] })
            else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .contentLength: String(script.readableBytes),
                    .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: script)
            )
        }
        let sheet = ByteBuffer(bytes: Assets.laterStyleSheet)
        router.get("later/:version") { _, context in
            guard context.parameters.get("version") == Assets.laterStyleSheetName else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/css; charset=utf-8", .contentLength: String(sheet.readableBytes),
                    .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: sheet)
            )
        }
        router.get("icon/:name") { _, context in
            let name = context.parameters.get("name") ?? ""
            guard let number = Int(name.prefix { $0 != "." }), "/icon/\(name)" == Favicon.path(of: number) else {
                throw HTTPError(.notFound)
            }
            let icon = ByteBuffer(bytes: Favicon.svg(number))
            return Response(
                status: .ok,
                headers: [
                    .contentType: "image/svg+xml", .contentLength: String(icon.readableBytes),
                    .cacheControl: "public, max-age=86400",
                ],
                body: ResponseBody(byteBuffer: icon)
            )
        }
    }
}

/// Serves the icons and pictures of installed bundles.
///
/// Their URLs depend on their content, so browsers may cache them forever. An SVG was checked when its app was
/// installed; its policy does not rely on that.
struct BundleImageController: Sendable {
    /// Content security policy of an image that is opened by itself: it may only use its own styles.
    static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'
        """

    let host: any HostAccess

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("bundle/:digest") { _, context in
            let image = try await host.send(GetBundleImageRequest(context.parameters.get("digest") ?? ""))
            return Response(
                status: .ok,
                headers: [
                    .contentType: image.mediaType, .contentLength: String(image.bytes.count),
                    .contentSecurityPolicy: Self.policy, .cacheControl: "private, max-age=31536000, immutable",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
            )
        }
    }
}

/// Serves images of cards through the host's proxy.
struct ImageController: Sendable {
    /// Media types that are passed on to a page; none of them can contain scripts.
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
