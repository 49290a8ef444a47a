package import Foundation

/// How the host stands with its cloud.
///
/// It is shown, never hidden: what is on the screen may be old while the link is down.
package struct CloudStatus: Codable, Hashable, Sendable {
    /// Where the link is.
    package enum State: Codable, Hashable, Sendable {
        /// The host has joined no cloud.
        case notLinked
        /// The link is being made: for the first time since the host was started or joined, or at once after a break, which
        /// is no trouble to show before it fails.
        case connecting
        /// The stream is open.
        case connected(since: Date)
        /// The stream is down; the host tries again by itself.
        case offline(since: Date, reason: String)
        /// The cloud does not know this host any more; only joining again helps.
        case shutOut
    }

    /// Where the link is.
    package var state: State
    /// The cloud's address, without a slash at the end; none if the host has joined no cloud.
    package var url: String?
    /// As whom the host has joined.
    package var user: String?
    /// Whether it is the cloud that runs inside the host.
    package var isLocal: Bool

    /// Describes a status.
    package init(_ state: State, url: String? = nil, user: String? = nil, isLocal: Bool = false) {
        self.state = state
        self.url = url
        self.user = user
        self.isLocal = isLocal
    }

    /// The status of a host that has joined no cloud.
    package static let notLinked = CloudStatus(.notLinked)

    /// A sentence for the person while messages may be missing; none while all is well, or if there is no cloud.
    package var notice: String? {
        switch state {
        case .notLinked, .connecting, .connected: nil
        case .offline(_, let reason): "Messages may be out of date: \(reason)"
        case .shutOut: "This host was shut out of its cloud; join it again with “today link”."
        }
    }
}
