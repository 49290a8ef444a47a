package import JSON
import Synchronization
package import TodayProtocol

/// The data with which the host registers one of its apps with the cloud.
package struct ChannelRegistration: Hashable, Sendable {
    /// `true` if the person allows the app's notifications.
    package var isOptedIn: Bool
    /// The IANA name of the person's time zone.
    package var zone: String
    /// The person's language, a BCP 47 tag.
    package var language: String

    package init(isOptedIn: Bool, zone: String, language: String) {
        self.isOptedIn = isOptedIn
        self.zone = zone
        self.language = language
    }

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

/// Supplies the apps on this host that receive pushes and messages.
package struct AppChannels: Sendable {
    /// Returns the installed apps with their registrations; if it throws, the cloud keeps the last registrations.
    package var current: @Sendable () async throws -> [AppID: ChannelRegistration]
    /// Gives an app its keys in the cloud inside the host; called before the app is registered there.
    package var prepare: @Sendable (AppID) async -> Void

    package init(
        current: @escaping @Sendable () async throws -> [AppID: ChannelRegistration],
        prepare: @escaping @Sendable (AppID) async -> Void = { _ in }
    ) {
        self.current = current
        self.prepare = prepare
    }
}

/// The registrations that the cloud has accepted since the host was started or linked.
final class ChannelRegistrationCache: Sendable {
    private struct State {
        var device = ""
        var accepted: [AppID: ChannelRegistration] = [:]
    }

    private let state = Mutex(State())

    /// Begins caching for a device, and forgets the registrations of any other device.
    func begin(_ device: String) {
        state.withLock { state in
            if state.device != device { state = State(device: device) }
        }
    }

    var accepted: [AppID: ChannelRegistration] { state.withLock(\.accepted) }

    /// Records the registration of an app; `nil` if it was removed or has to be sent again.
    func record(_ app: AppID, _ registration: ChannelRegistration?) {
        state.withLock { $0.accepted[app] = registration }
    }

    func forget() { state.withLock { $0.accepted = [:] } }
}
