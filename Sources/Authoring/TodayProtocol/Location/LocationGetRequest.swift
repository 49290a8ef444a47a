package import FoundationEssentials
import JSONRPC

/// Process to host: asks where the person is.
///
/// Needs the entitlement `com.apple.security.personal-information.location`, which a widget has only by its own
/// Entitlements.plist. The host answers from what it has stored and asks no device; so the answer is at once there, and
/// has an age. It rounds the location itself if the process has only the reduced accuracy. An error with the code
/// `locationUnknown` says that no location is known, or none that is new enough, and what the person can do. At most 20
/// requests in ten seconds.
package struct LocationGetRequest: RPCRequest {
    package static let method = "location/get"

    package struct Reply: Codable, Hashable, Sendable {
        /// Degrees north of the equator, -90 to 90.
        package var latitude: Double
        /// Degrees east of Greenwich, -180 to 180.
        package var longitude: Double
        /// How far the person may be from there, in metres.
        package var accuracy: Double
        /// When the person was there.
        package var date: Date
        /// How long that is ago, in seconds.
        package var age: Double
        /// How exactly the process may know the location.
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

/// How exactly a process may know where the person is.
///
/// The counterpart of `CLAccuracyAuthorization`.
public enum LocationAccuracy: String, Codable, Hashable, CaseIterable, Sendable {
    /// To about five kilometres: the host rounds the location.
    case reduced
    /// As exactly as the host knows it.
    case full
}
