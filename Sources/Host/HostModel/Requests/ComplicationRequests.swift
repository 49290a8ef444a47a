/// Asks for the complications of the installed apps, sorted by the names of the apps.
package struct GetComplicationsRequest: HostRequest, RoutedRequest {
    package typealias Reply = ComplicationsState

    package static let routes = [Route(.get, "complications")]

    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }
}
