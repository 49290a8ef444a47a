package import Hummingbird
package import Notifications

/// The context of a request that knows on which surface the person is who makes it.
///
/// A passcode that was given holds there alone, so the context, and no route, decides what counts as one surface.
package protocol SurfaceContext: Hummingbird.RequestContext {
    /// The surface that a request comes from.
    ///
    /// - Throws: Hummingbird's `HTTPError` if the request comes from none.
    func surface(of request: Request) throws -> SurfaceID
}
