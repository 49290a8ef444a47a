public import FoundationEssentials
import JSONRPC
public import TodayProtocol

extension ProcessScoped {
    /// Returns the person's location, as far as the host knows it.
    ///
    /// The process needs the entitlement `com.apple.security.personal-information.location`; a widget has it only by
    /// its own Entitlements.plist. The host answers from what a browser of the person last shared with it, or what the
    /// person entered. When that changes, widgets that have the entitlement are updated with the reason
    /// `locationChanged`, and the app's open pages are drawn again.
    ///
    /// ```swift
    /// let location = try await context.location(maximumAge: .seconds(3600))
    /// ```
    ///
    /// - Parameter maximumAge: The largest age of the location; `nil` for any.
    /// - Returns: The location.
    /// - Throws: ``LocationError`` with a message for the person.
    public func location(maximumAge: Duration? = nil) async throws -> Location {
        let request = LocationGetRequest(maximumAge: maximumAge.map { $0 / .seconds(1) })
        let reply = try await process.session.call(request, deadline: .seconds(10)) { LocationError($0) }
        return Location(
            latitude: reply.latitude,
            longitude: reply.longitude,
            accuracy: reply.accuracy,
            date: reply.date,
            age: .seconds(max(0, reply.age)),
            granted: reply.granted
        )
    }
}

/// The person's location at a point in time.
public struct Location: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double
    /// The radius of uncertainty, in metres.
    public let accuracy: Double
    /// The time at which the person was there.
    public let date: Date
    /// The age of the location when the host answered.
    public let age: Duration
    /// The accuracy that the process has been granted.
    public let granted: LocationAccuracy

    /// Creates a location, for tests.
    public init(
        latitude: Double,
        longitude: Double,
        accuracy: Double = 0,
        date: Date = Date(timeIntervalSince1970: 0),
        age: Duration = .zero,
        granted: LocationAccuracy = .full
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.date = date
        self.age = age
        self.granted = granted
    }
}

/// The reason why the location is unavailable.
public struct LocationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Code: Hashable, Sendable {
        /// The process has no entitlement, or the person has revoked the right.
        case notAllowed
        /// The host knows no location, or none that is recent enough.
        case unknown
        /// The request was malformed or too frequent, or the host did not answer.
        case failed
    }

    /// The kind of failure.
    public var code: Code
    /// One sentence for the person, with the remedy.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: RPCError) {
        code =
            switch error.code {
            case .notEntitled: .notAllowed
            case .locationUnknown: .unknown
            default: .failed
            }
        message = error.message
    }

    /// The message.
    public var description: String { message }
}
