/// Asks for the size of the host's folder on disk, in bytes: its databases, the installed bundles, and their data.
package struct GetStorageUsageRequest: HostRequest, RoutedRequest {
    package typealias Reply = Int

    package static let routes = [Route(.get, "storage")]

    package init() {}
}
