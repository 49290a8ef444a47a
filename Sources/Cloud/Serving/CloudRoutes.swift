package import Hummingbird

/// One protocol that the cloud speaks: the routes of hosts, Airship's, ntfy's.
///
/// Each answers for its own errors and keeps to its own paths.
package protocol CloudRoutes: Sendable {
    /// Adds the routes, once, when the server is made.
    func addRoutes(to router: Router<CloudContext>)
}
