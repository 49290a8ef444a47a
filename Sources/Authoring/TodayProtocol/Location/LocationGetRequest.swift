package import FoundationEssentials
import JSONRPC

/// Process to host: asks for the person's location.
///
/// Needs the entitlement `com.apple.security.personal-information.location`, which a widget has only by its own
/// Entitlements.plist. The host answers immediately with a stored location, which has an age, and asks no device. It
/// rounds the location itself if the process has only the reduced accuracy. An error with the code `locationUnknown`
/// says that no location is known, or none that is recent enough, and what the person can do. At most 20 requests in
/// ten seconds.
package struct LocationGetRequest: RPCRequest {
    package static let method = "location/get"

    package struct Reply: Codable, Hashable, Sendable {
        /// Degrees north of the equator, -90 to 90.
        package var latitude: Double
        /// Degrees east of Greenwich, -180 to 180.
        package var longitude: Double
        /// The radius of uncertainty, in metres.
        package var accuracy: Double
        /// The time at which the person was there.
        package var date: Date
        /// The age of the location, in seconds.
        package var age: Double
        /// The accuracy that the process has been granted.
        package var granted: LocationAccuracy

        package init(
            latitude: Double,
            longitude: Double,
            accuracy: Double,
            date: Date,
            age: Double,
            granted: LocationAccuracy
        ) {
            self.latitude = latitude
            self.longitude = longitude
            self.accuracy = accuracy
            self.date = date
            self.age = age
            self.granted = granted
        }
    }

    /// The largest age of the location in seconds; `nil` for any.
    package var maximumAge: Double?

    package init(maximumAge: Double? = nil) { self.maximumAge = maximumAge }
}

/// The accuracy with which a process may know the person's location; the counterpart of `CLAccuracyAuthorization`.
public enum LocationAccuracy: String, Codable, Hashable, CaseIterable, Sendable {
    /// Within about five kilometres: the host rounds the location.
    case reduced
    /// As accurate as the host knows it.
    case full
}
