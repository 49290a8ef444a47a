package import Foundation
import TodayProtocol

/// The last location of the person that the host was given.
package struct KnownLocation: Codable, Hashable, Sendable {
    package static let key = "location"

    /// The accuracies that the host accepts, in metres.
    package static let accuracies = 0.0...20_000_000.0

    /// Degrees north of the equator, -90 to 90.
    package var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package var longitude: Double
    /// The radius of uncertainty, in metres.
    package var accuracy: Double
    package var date: Date

    package init(latitude: Double, longitude: Double, accuracy: Double, date: Date) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.date = date
    }

    /// Throws `invalid` if the numbers are not a location on Earth.
    package func check() throws(HostError) {
        guard latitude.isFinite, (-90...90).contains(latitude) else {
            throw HostError(.invalid, "A latitude is a number from -90 to 90.")
        }
        guard longitude.isFinite, (-180...180).contains(longitude) else {
            throw HostError(.invalid, "A longitude is a number from -180 to 180.")
        }
        guard accuracy.isFinite, Self.accuracies.contains(accuracy) else {
            throw HostError(.invalid, "An accuracy is a number of metres from 0 to 20,000,000.")
        }
    }
}
