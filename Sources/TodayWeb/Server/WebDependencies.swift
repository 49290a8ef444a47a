import Foundation
import HostAPI

/// What the routes of the web surface need.
struct WebDependencies: Sendable {
    var host: any HostFacade
    var version: String
    var origin: WebOrigin
    var links: OneTimeLinks
    var sessions: Sessions
    var viewers: ViewerReader
    var now: @Sendable () -> Date = { Date() }
}
