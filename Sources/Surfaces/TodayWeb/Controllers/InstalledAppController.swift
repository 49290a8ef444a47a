import HostModel
import Hummingbird
import JSON
import LocalAPI
import NIOCore

/// Serves the files with which a browser installs the screen as an app and shows it without the host.
///
/// They are the manifest, the icons, the service worker, and the page that says that the host is away.
struct InstalledAppController: PageController {
    /// Content security policy of the service worker: it may load its own parts and notification icons, and call this
    /// server.
    private static let workerPolicy = "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'"

    let source: PageSource

    /// Adds the routes that need no session, since they contain no personal data.
    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("worker.js") { request, _ in
            let worker = ByteBuffer(bytes: Assets.worker(in: viewer(of: request).pageLanguage))
            let type = "text/javascript; charset=utf-8"
            return PageResponse.file(worker, as: type, cache: "no-cache", policy: Self.workerPolicy)
        }
        for icon in WebAppIcon.allCases {
            let bytes = ByteBuffer(bytes: icon.bytes)
            router.get(RouterPath(icon.path)) { _, _ in
                PageResponse.file(bytes, as: icon.mediaType, cache: "public, max-age=86400")
            }
        }
        router.get("away") { request, _ in PageResponse.make(.away, for: viewer(of: request)) }
    }

    /// Adds the manifest, which names the person's apps.
    func addManifest(to router: some RouterMethods<WebContext>) {
        router.get(RouterPath(WebAppManifest.path), use: manifest)
    }

    @Sendable @concurrent private func manifest(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let manifest = WebAppManifest(
            apps: try await host.send(GetScreenRequest(for: viewer, opens: false)).apps,
            images: try await host.send(GetBundleImageIndexRequest()),
            language: viewer.pageLanguage
        )
        let bytes = ByteBuffer(bytes: manifest.json.jsonBytes())
        return PageResponse.file(bytes, as: "application/manifest+json", cache: "no-cache")
    }
}
