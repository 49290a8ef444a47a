import HTTPTypes
import HostAPI
import Hummingbird
import Notifications

/// The context of a request of a browser.
struct WebContext: SurfaceContext {
    var coreContext: CoreRequestContextStorage
    /// The token of the session, where a route needs one.
    var session: Token?

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// The browser: all pages of one session are one surface.
    func surface(of request: Request) throws -> SurfaceID {
        guard let session else { throw HTTPError(.unauthorized) }
        return SurfaceID("web." + session.hash)
    }
}
