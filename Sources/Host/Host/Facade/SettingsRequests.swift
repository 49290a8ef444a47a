import FoundationEssentials
import HostClock
import HostModel
import HostStorage
import JSON
package import Notifications
package import TodayProtocol
package import TodayScreen

/// Asks for the notification settings of each app that wants to notify, sorted by name.
package struct ListNotificationSettingsRequest: HostRequest {
    /// The language of the names.
    package var language: String

    package init(language: String) { self.language = language }

    package func reply(from host: TodayHost) async throws -> [AppNotificationDescription] {
        try await host.components.notifications.reader.settings(in: language)
    }
}

/// Sets what an app's notifications may do and how they appear, which answers every authorization request of the app so
/// far.
///
/// If alerts are off, its delivered notifications are removed. The app is notified. Fails with `notFound` if the app is
/// not installed.
package struct SetNotificationSettingsRequest: HostRequest {
    /// Allowed or denied; a decision cannot be taken back to undecided.
    package var authorization: NotificationSettings.Authorization
    /// The options that are switched on; they take effect while the app is authorized.
    package var allowed: Set<NotificationAuthorizationOption>
    /// The style of its alerts; `nil` leaves it unchanged.
    package var alertStyle: NotificationAlertStyle?
    /// `true` if they are delivered quietly; `nil` leaves it unchanged.
    package var isQuiet: Bool?
    package var app: AppID

    package init(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        alertStyle: NotificationAlertStyle? = nil,
        isQuiet: Bool? = nil,
        of app: AppID
    ) {
        self.authorization = authorization
        self.allowed = allowed
        self.alertStyle = alertStyle
        self.isQuiet = isQuiet
        self.app = app
    }

    package func reply(from host: TodayHost) async throws {
        guard BuiltInApp.title(of: app) != nil || host.components.registry.app(app) != nil else {
            throw HostError(.notFound, .noSuchApp(app.rawValue))
        }
        guard authorization != .notDetermined else {
            throw HostError(.invalid, "An app's notifications are allowed or denied; nothing else can be decided.")
        }
        var operations: [StoreOperation] = [.authorization(.decide(app, authorization, allowed: allowed))]
        if alertStyle != nil || isQuiet != nil {
            operations.append(.authorization(.present(app, alertStyle, isQuiet: isQuiet)))
        }
        if authorization == .denied || !allowed.contains(.alert) {
            operations.append(.notification(.removeDelivered(app, identifiers: nil)))
        }
        try await host.components.store.durable.commit(StoreTransaction(operations, origin: .person))
    }
}

/// Answers the question whether an app may notify; see ``AuthorizationOperation/answer(_:isAllowed:_:)``.
///
/// The app is notified. Fails with `notFound` if the app is not installed, and with `invalid` if no options are given.
package struct AnswerAuthorizationRequest: HostRequest {
    package var app: AppID
    /// `true` if the person agrees.
    package var isAllowed: Bool
    /// The options that the person was asked about; those that the app has requested since are asked about later.
    package var options: Set<NotificationAuthorizationOption>

    package init(_ isAllowed: Bool, to options: Set<NotificationAuthorizationOption>, of app: AppID) {
        self.app = app
        self.isAllowed = isAllowed
        self.options = options
    }

    package func reply(from host: TodayHost) async throws {
        guard host.components.registry.app(app) != nil else {
            throw HostError(.notFound, .noSuchApp(app.rawValue))
        }
        guard !options.isEmpty else { throw HostError(.invalid, "An answer names the options that it is about.") }
        try await host.components.store.durable.commit(
            StoreTransaction([.authorization(.answer(app, isAllowed: isAllowed, options))], origin: .person)
        )
    }
}

// MARK: - Quiet hours

/// Asks for the host's time zone, an IANA name; the reply is `nil` if clocks show the same time where the person is.
package struct GetOtherTimeZoneRequest: HostRequest {
    /// The person's language and time zone.
    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }

    package func reply(from host: TodayHost) async throws -> String? {
        let clock = host.components.clock
        let zone = TimeZone(identifier: viewer.zone) ?? clock.zone
        return clock.zone.agrees(with: zone, from: clock.now) ? nil : clock.zone.identifier
    }
}

/// Asks for the person's quiet hours.
package struct GetQuietHoursRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws -> QuietHours {
        try await host.components.store.durable.read { try $0.quietHours() }
    }
}

/// Sets the person's quiet hours, which apply to notifications delivered from then on.
///
/// Fails with `invalid` for times outside of a day, and if both are the same.
package struct SetQuietHoursRequest: HostRequest {
    /// The new hours.
    package var quietHours: QuietHours

    package init(_ quietHours: QuietHours) { self.quietHours = quietHours }

    package func reply(from host: TodayHost) async throws {
        // Encoding writes what decoding accepts only if the times are valid.
        guard let hours = QuietHours(quietHours.text) else {
            throw HostError(.invalid, .quietHoursNeedDifferentTimes)
        }
        let value = try JSONValue(encoding: QuietHours(isOn: quietHours.isOn, from: hours.from, to: hours.to)).jsonText
        let operation = StoreOperation.setting(.set(key: QuietHours.key, value: value))
        try await host.components.store.durable.commit(StoreTransaction([operation], origin: .person))
    }
}

// MARK: - The passcode

/// Asks whether there is a passcode, and whether a surface is unlocked.
package struct GetPasscodeStateRequest: HostRequest {
    package var surface: SurfaceID

    /// Creates a request; clients on the socket omit `surface`, which follows from their connection.
    package init(on surface: SurfaceID = .local) { self.surface = surface }

    package func reply(from host: TodayHost) async throws -> PasscodeState {
        try await host.components.notifications.lock.state(on: surface)
    }
}

/// Unlocks a surface with the passcode, for a minute.
///
/// Fails with `passcodeWrong`, also for a guess that comes too soon after a wrong one, or `passcodeNotSet`.
package struct UnlockRequest: HostRequest {
    /// The passcode, at most ``SetPasscodeRequest/limit``.
    package var passcode: String
    package var surface: SurfaceID

    /// Creates a request; clients on the socket omit `surface`, which follows from their connection.
    package init(with passcode: String, on surface: SurfaceID = .local) {
        self.passcode = passcode
        self.surface = surface
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.notifications.lock.unlock(with: passcode, on: surface)
    }
}

/// Sets the passcode, or removes it.
///
/// Fails with `invalid` for a passcode that does not have 4 to 128 characters, `passcodeRequired` if the current one is
/// missing, and `passcodeWrong` if that is wrong or comes too soon after a wrong one.
package struct SetPasscodeRequest: HostRequest {
    /// The largest size of a passcode in a request, in bytes.
    package static let limit = 1024

    /// The new passcode; `nil` removes it.
    package var passcode: String?
    /// The current passcode, if there is one.
    package var current: String?
    /// The surface, which is unlocked afterwards.
    package var surface: SurfaceID

    /// Creates a request; clients on the socket omit `surface`, which follows from their connection.
    package init(_ passcode: String?, current: String?, on surface: SurfaceID = .local) {
        self.passcode = passcode
        self.current = current
        self.surface = surface
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.notifications.lock.set(passcode, current: current, on: surface)
    }
}

extension SurfaceID {
    /// The shared surface of all local tools that do not name themselves.
    package static let local = SurfaceID("local")
}
