public import TodayKit

/// Whether a service was up when it was checked last, as it is stored.
public struct ServiceState: Codable, Hashable, Sendable {
    /// How long a check is good for, in seconds.
    static let lifetime = 60.0

    /// What a check found.
    public enum Finding: Codable, Hashable, Sendable {
        /// The service answered after this many milliseconds.
        case up(milliseconds: Int)
        case down(ServiceFailure)

        /// Whether the service is up.
        public var isUp: Bool {
            switch self {
            case .up: true
            case .down: false
            }
        }
    }

    /// What the last check found.
    public var finding: Finding
    /// The first check since when the service has been up, or down, without interruption.
    public var since: Date
    /// The last check.
    public var checked: Date

    /// Creates the state after a check.
    ///
    /// - Parameters:
    ///   - finding: What it found.
    ///   - date: The time of the check.
    ///   - old: The state before; `nil` if there is none.
    public init(_ finding: Finding, at date: Date, after old: ServiceState?) {
        self.finding = finding
        let goesOn = old.map { $0.finding.isUp == finding.isUp && $0.since <= date } ?? false
        since = goesOn ? old?.since ?? date : date
        checked = date
    }

    /// Whether it need not be checked again yet; `false` after the clock was set back.
    func isFresh(at now: Date) -> Bool { checked <= now && now < checked.addingTimeInterval(Self.lifetime) }
}

/// Why a service is down.
public enum ServiceFailure: Codable, Hashable, Sendable {
    /// The server cannot be reached, or broke off.
    case unreachable
    /// The server did not answer in time.
    case tooSlow
    /// The server answered with this HTTP status.
    case status(Int)
}

/// Why a service could not be checked, which says nothing about the service.
public enum CheckFailure: Hashable, Sendable {
    /// The person has not allowed a server yet.
    case notAllowed(server: String)
    /// The host refuses for another reason, such as a right that was revoked; its sentence says what to do.
    case refused(String)
}

/// A service with what is known of it now.
public struct ServiceStatus: Hashable, Sendable {
    /// The service.
    public var service: SavedService
    /// Its last state; `nil` if it was never checked.
    public var state: ServiceState?
    /// Why it could not be checked now; `nil` if it could.
    public var failure: CheckFailure?

    /// Creates a status.
    public init(_ service: SavedService, state: ServiceState? = nil, failure: CheckFailure? = nil) {
        self.service = service
        self.state = state
        self.failure = failure
    }

    /// Whether the person should look at it: it is down, or cannot be checked.
    var needsAttention: Bool { failure != nil || state?.finding.isUp == false }
}
