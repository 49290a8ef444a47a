import Foundation
import HostModel
import TodayProtocol

extension KnownLocation {
    func granted(_ accuracy: LocationAccuracy) -> KnownLocation {
        switch accuracy {
        case .full: self
        case .reduced: LocationGrid.reduced(self)
        }
    }
}

/// The points to which locations are rounded for processes with the reduced accuracy.
///
/// The rows are 0.05° apart, which is 5.6 km. The points of a row are about as far apart as the rows. A location is
/// always rounded to the same point, so that asking repeatedly tells no more.
enum LocationGrid {
    static let step = 0.05
    /// The largest distance of a location from its point, in metres, rounded up; slightly larger at the poles.
    static let radius = 4_000.0

    /// Rounds a location, and its accuracy up to a kilometre.
    static func reduced(_ location: KnownLocation) -> KnownLocation {
        let row = (location.latitude / step).rounded() * step
        let points = max(1, (360 / step * cos(row * .pi / 180)).rounded())
        let width = 360 / points
        let column = ((location.longitude + 180) / width).rounded()
        return KnownLocation(
            latitude: decimals(row),
            // The last point of a row is the first one.
            longitude: decimals(column >= points ? -180 : column * width - 180),
            accuracy: (location.accuracy / 1_000).rounded(.up) * 1_000 + radius,
            date: location.date
        )
    }

    private static func decimals(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
}
