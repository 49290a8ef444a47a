package import JSON
import Synchronization
package import TodayProtocol

/// What the cloud is told of an app on this host.
package struct ChannelRegistration: Hashable, Sendable {
    /// Whether the person wants the app's notifications.
    package var isOptedIn: Bool
    /// The IANA name of the person's time zone.
    package var zone: String
    /// The person's language, a BCP 47 tag.
    package var language: String

    /// Describes a registration.
    package init(isOptedIn: Bool, zone: String, language: String) {
        self.isOptedIn = isOptedIn
        self.zone = zone
        self.language = language
    }

    /// The body of the request.
    package var json: JSONValue {
        let parts = language.split(separator: "-")
        var members: [String: JSONValue] = ["opt_in": .bool(isOptedIn), "timezone": .string(zone)]
        if let first = parts.first { members["locale_language"] = .string(String(first)) }
        if let region = parts.dropFirst().last(where: { $0.count == 2 }) {
            members["locale_country"] = .string(region.uppercased())
        }
        return .object(members)
    }
}

/// An app as the cloud knows it on this host.
package struct RegisteredChannel: Hashable, Sendable {
    /// The id of its channel.
    package var channel: String
    /// The name of its inbox.
    package var inboxUser: String
    /// The password that opens the inbox; a secret.
    package var inboxPassword: String
}

/// The apps on this host that take part in push and messages.
package struct AppChannels: Sendable {
    /// The apps now, each with what the cloud is told of it.
    ///
    /// While that cannot be read the cloud is told nothing, so that what it was told last stays.
    package var current: @Sendable () async throws -> [AppID: ChannelRegistration]
    /// Called before an app is registered with the cloud inside the host, so that the app has keys there.
    package var prepare: @Sendable (AppID) async -> Void

    /// Tells of apps.
    package init(
        current: @escaping @Sendable () async throws -> [AppID: ChannelRegistration],
        prepare: @escaping @Sendable (AppID) async -> Void = { _ in }
    ) {
        self.current = current
        self.prepare = prepare
    }
}

/// What the cloud was told of which apps, since the host was started or joined.
final class ChannelRegistrationCache: Sendable {
    private struct State {
        var device = ""
        var told: [AppID: ChannelRegistration] = [:]
    }

    private let state = Mutex(State())

    /// Begins for a device; what another one was told of is forgotten.
    func begin(_ device: String) {
        state.withLock { state in
            if state.device != device { state = State(device: device) }
        }
    }

    /// What was told.
    var told: [AppID: ChannelRegistration] { state.withLock(\.told) }

    /// Notes what was told of an app; none if it was taken off, or has to be told anew.
    func note(_ app: AppID, _ registration: ChannelRegistration?) {
        state.withLock { $0.told[app] = registration }
    }

    /// Forgets everything that was told.
    func forget() { state.withLock { $0.told = [:] } }
}
