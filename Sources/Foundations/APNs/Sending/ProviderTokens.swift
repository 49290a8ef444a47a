import FoundationEssentials
import Synchronization

/// The current provider token, which APNs accepts for an hour and a sender may renew every 20 minutes at most.
final class ProviderTokens: Sendable {
    private struct State {
        var token: String?
        var issued = Date.distantPast
        /// The time in the token, in seconds since 1970.
        var seconds = 0
        /// The time when a token was last replaced because APNs reported it as expired.
        var lastRenewal = Date.distantPast
    }

    /// The time for which a token is used, in seconds.
    private static let lifetime = 40.0 * 60
    /// The shortest interval between renewals because APNs reported a token as expired, in seconds.
    private static let shortestInterval = 20.0 * 60

    private let credentials: APNsCredentials
    private let state = Mutex(State())

    init(credentials: APNsCredentials) { self.credentials = credentials }

    func current(now: Date) throws -> String {
        try state.withLock { state in
            let age = now.timeIntervalSince(state.issued)
            if let token = state.token, (0..<Self.lifetime).contains(age) { return token }
            return try make(&state, now: now)
        }
    }

    /// Returns the current token if it differs from one that APNs reported as expired, and otherwise a new one; `nil`
    /// if one was renewed for this reason less than 20 minutes ago, since the clock of this machine must then be wrong.
    func replacement(of expired: String, now: Date) throws -> String? {
        try state.withLock { state in
            if let token = state.token, token != expired { return token }
            guard abs(now.timeIntervalSince(state.lastRenewal)) >= Self.shortestInterval else { return nil }
            state.lastRenewal = now
            return try make(&state, now: now, after: state.seconds)
        }
    }

    /// Creates a token; if the time of an expired one is given, the new one has a later time, even within the same
    /// second, unless the clock was set back in between.
    private func make(_ state: inout State, now: Date, after earlier: Int = 0) throws -> String {
        let seconds = Int(now.timeIntervalSince1970)
        state.seconds = earlier - seconds < 60 ? max(seconds, earlier + 1) : seconds
        let token = try credentials.token(issued: state.seconds)
        state.token = token
        state.issued = now
        return token
    }
}
