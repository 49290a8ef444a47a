import Hummingbird

/// The context of a request of a browser.
struct WebContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The token of the session, where a route needs one.
    var session: Token?

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}
