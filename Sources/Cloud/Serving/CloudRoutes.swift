package import Hummingbird

/// One protocol that the cloud speaks: the routes of hosts, Airship's, ntfy's.
///
/// Each answers for its own errors and keeps to its own paths.
package protocol CloudRoutes: Sendable {
    /// Adds the routes, once, when the server is made.
    func addRoutes(to router: Router<CloudContext>)

    /// Tells a client why its request was refused before a route saw it.
    ///
    /// - Parameters:
    ///   - failure: Why.
    ///   - request: The request.
    /// - Returns: The answer in this protocol's form; none if the path is another one's.
    func refusal(_ failure: CloudError, of request: Request) -> Response?
}
