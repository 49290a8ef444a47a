import Foundation
import JSON

/// The host's knowledge of the person's location, as Settings shows it.
package struct LocationState: Codable, Hashable, Sendable {
    /// The last known location; `nil` if the host was never given one.
    package var location: KnownLocation?
    package var isSharedHere: Bool
    package var isSharedElsewhere: Bool
    /// `true` if the surface that asks should send its location now: it shares it, an app may know it, and the known
    /// one is old.
    package var isDue: Bool

    package init(
        location: KnownLocation? = nil,
        isSharedHere: Bool = false,
        isSharedElsewhere: Bool = false,
        isDue: Bool = false
    ) {
        self.location = location
        self.isSharedHere = isSharedHere
        self.isSharedElsewhere = isSharedElsewhere
        self.isDue = isDue
    }
}

/// Asks for the host's knowledge of the person's location.
package struct GetLocationRequest: HostRequest, RoutedRequest {
    package typealias Reply = LocationState

    package static let routes = [Route(.get, "location")]

    /// The age at which a sharing browser replaces the known location, in seconds.
    package static let renewalAge = 600.0

    package var surface: SurfaceID

    package init(on surface: SurfaceID = .local) { self.surface = surface }
}

/// Sends the location of a browser to the host.
///
/// One browser shares its location at a time; the person chooses it there. Fails with `invalid` if the numbers are not
/// a location on Earth, and if the browser is not the one that shares.
package struct ShareLocationRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "location/shared", defaults: ["begins": false])]

    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// The radius of uncertainty, in metres.
    package var accuracy: Double
    /// `true` if the person has just switched sharing on, so that this browser becomes the one that shares.
    package var begins: Bool
    package var surface: SurfaceID

    package init(latitude: Double, longitude: Double, accuracy: Double, begins: Bool, on surface: SurfaceID) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.begins = begins
        self.surface = surface
    }
}

/// Stops the sharing of a browser's location; the last known location is kept.
package struct StopSharingLocationRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "location/shared")]

    package init() {}
}

/// Sets the person's location, and stops the sharing of a browser's location; fails like ``ShareLocationRequest``.
package struct SetLocationRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "location")]

    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// The radius of uncertainty, in metres.
    package var accuracy: Double

    package init(latitude: Double, longitude: Double, accuracy: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }
}

/// Deletes the known location, and stops the sharing of a browser's location.
package struct ForgetLocationRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "location")]

    package init() {}
}
