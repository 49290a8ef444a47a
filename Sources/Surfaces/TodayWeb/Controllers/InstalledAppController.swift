import HTTPTypes
import HostModel
import Hummingbird
import JSON
import LocalAPI
import NIOCore

/// Serves the files with which a browser installs the screen as an app and shows it without the host.
///
/// They are the manifest, the icons, the service worker, and the page that says that the host is away.
struct InstalledAppController: Sendable {
    /// Content security policy of the service worker: it may load its own parts and notification icons, and call this
    /// server.
    private static let workerPolicy = "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'"

    let host: any HostAccess
    let viewers: ViewerReader

    /// Adds the routes that need no session, since they contain no personal data.
    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("worker.js") { request, _ in
            let worker = ByteBuffer(bytes: Assets.worker(in: viewers.viewer(of: request.headers).pageLanguage))
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .contentLength: String(worker.readableBytes),
                    .contentSecurityPolicy: Self.workerPolicy, .cacheControl: "no-cache",
                ],
                body: ResponseBody(byteBuffer: worker)
            )
        }
        for icon in WebAppIcon.allCases {
            let bytes = ByteBuffer(bytes: icon.bytes)
            router.get(RouterPath(icon.path)) { _, _ in
                Response(
                    status: .ok,
                    headers: [
                        .contentType: icon.mediaType, .contentLength: String(bytes.readableBytes),
                        .cacheControl: "public, max-age=86400",
                    ],
                    body: ResponseBody(byteBuffer: bytes)
                )
            }
        }
        router.get("away") { request, _ in PageResponse.make(.away, for: viewers.viewer(of: request.headers)) }
    }

    /// Adds the manifest, which names the person's apps.
    func addManifest(to router: some RouterMethods<WebContext>) {
        router.get(RouterPath(WebAppManifest.path), use: manifest)
    }

    @Sendable @concurrent private func manifest(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let manifest = WebAppManifest(
            apps: try await host.send(GetScreenRequest(for: viewer, opens: false)).apps,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        let bytes = manifest.json.jsonBytes()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/manifest+json", .contentLength: String(bytes.count),
                .cacheControl: "no-cache",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
