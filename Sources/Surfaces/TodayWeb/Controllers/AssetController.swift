import HostModel
import Hummingbird
import NIOCore
import TodayProtocol

/// Serves the scripts and their texts, the style sheet that the script loads, and the icons of pages.
///
/// The URLs of the scripts and of the style sheet change with their content, so browsers may cache them forever.
struct AssetController: Sendable {
    private static let forever = "public, max-age=31536000, immutable"

    func addRoutes(to router: some RouterMethods<WebContext>) {
        let scripts = Assets.scripts.mapValues(ByteBuffer.init(bytes:))
        router.get("assets/:version/:name") { _, context in
            guard context.parameters.get("version") == Assets.version,
                let script = context.parameters.get("name").flatMap({ scripts[$0] })
            else { throw HTTPError(.notFound) }
            return PageResponse.file(script, as: "text/javascript; charset=utf-8", cache: Self.forever)
        }
        let sheet = ByteBuffer(bytes: Assets.laterStyleSheet)
        router.get("later/:version") { _, context in
            guard context.parameters.get("version") == Assets.laterStyleSheetName else { throw HTTPError(.notFound) }
            return PageResponse.file(sheet, as: "text/css; charset=utf-8", cache: Self.forever)
        }
        router.get("icon/:name") { _, context in
            let name = context.parameters.get("name") ?? ""
            guard let number = Int(name.prefix { $0 != "." }), "/icon/\(name)" == Favicon.path(of: number) else {
                throw HTTPError(.notFound)
            }
            let icon = ByteBuffer(bytes: Favicon.svg(number))
            return PageResponse.file(icon, as: "image/svg+xml", cache: "public, max-age=86400")
        }
    }
}

/// Serves the icons and pictures of installed bundles, and images of cards through the host's proxy.
///
/// The URL of a bundle's image depends on its content, so browsers may cache it forever. An SVG was checked when its
/// app was installed; its policy does not rely on that.
struct ImageController: Sendable {
    /// Content security policy of an image that is opened by itself: it may only use its own styles.
    private static let policy = """
        default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'
        """

    let host: any HostAccess

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("bundle/:digest") { _, context in
            let image = try await host.send(GetBundleImageRequest(context.parameters.get("digest") ?? ""))
            let bytes = ByteBuffer(bytes: image.bytes)
            let cache = "private, max-age=31536000, immutable"
            return PageResponse.file(bytes, as: image.mediaType, cache: cache, policy: Self.policy)
        }
        router.get("image") { request, _ in
            guard let url = request.uri.queryParameters.get("url"), PageLink.image(url) != nil else {
                throw HostError(.invalid, "This is no address of an image.")
            }
            return try PageResponse.image(
                try await host.send(GetImageRequest(at: url)),
                cache: "private, max-age=3600"
            )
        }
    }
}
