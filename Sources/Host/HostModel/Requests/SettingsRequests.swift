import FoundationEssentials
package import TodayProtocol

/// Asks for the notification settings of each app that wants to notify, sorted by name.
package struct ListNotificationSettingsRequest: HostRequest, RoutedRequest {
    package typealias Reply = [AppNotificationDescription]

    package static let routes = [Route(.get, "settings/notifications")]

    package var language: String

    package init(language: String) { self.language = language }
}

/// Sets what an app's notifications may do and how they appear, which answers every authorization request of the app so
/// far.
///
/// If alerts are off, its delivered notifications are removed. The app is notified. Fails with `notFound` if the app is
/// not installed.
package struct SetNotificationSettingsRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "settings/notifications/:app")]

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
}

/// Answers the question whether an app may notify; see ``AuthorizationOperation/answer(_:isAllowed:_:)``.
///
/// The app is notified. Fails with `notFound` if the app is not installed, and with `invalid` if no options are given.
package struct AnswerAuthorizationRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "settings/notifications/:app/answer")]

    package var app: AppID
    package var isAllowed: Bool
    /// The options that the person was asked about; those that the app has requested since are asked about later.
    package var options: Set<NotificationAuthorizationOption>

    package init(_ isAllowed: Bool, to options: Set<NotificationAuthorizationOption>, of app: AppID) {
        self.app = app
        self.isAllowed = isAllowed
        self.options = options
    }
}

// MARK: - The time zone, and quiet hours

/// Chooses the time zone of widgets, reminders and quiet hours, an IANA name; `nil` is that of the machine.
///
/// The reply is the zone in force. Fails with `invalid` if there is no such zone.
package struct SetTimeZoneRequest: HostRequest, RoutedRequest {
    package typealias Reply = String

    package static let routes = [Route(.put, "settings/time-zone")]
    /// Key of the setting.
    package static let key = "timeZone"

    package var zone: String?

    package init(_ zone: String?) { self.zone = zone }
}

/// Asks for the host's time zone, an IANA name; the reply is `nil` if clocks show the same time where the person is.
package struct GetOtherTimeZoneRequest: HostRequest {
    package typealias Reply = String?

    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }
}

package struct GetQuietHoursRequest: HostRequest, RoutedRequest {
    package typealias Reply = QuietHours

    package static let routes = [Route(.get, "settings/quiet-hours")]

    package init() {}
}

/// Sets the person's quiet hours, which apply to notifications delivered from then on.
///
/// Fails with `invalid` for times outside of a day, and if both are the same.
package struct SetQuietHoursRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "settings/quiet-hours", body: .member("quietHours"))]

    package var quietHours: QuietHours

    package init(_ quietHours: QuietHours) { self.quietHours = quietHours }
}

// MARK: - The appearance

/// Asks for the appearance of the pages.
package struct GetAppearanceRequest: HostRequest, RoutedRequest {
    package typealias Reply = Appearance

    package static let routes = [Route(.get, "settings/appearance")]

    package init() {}
}

/// Sets the appearance of the pages; those that show the screen change at once.
package struct SetAppearanceRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "settings/appearance", body: .member("appearance"))]

    package var appearance: Appearance

    package init(_ appearance: Appearance) { self.appearance = appearance }
}

// MARK: - The passcode

/// Asks whether there is a passcode, and whether a surface is unlocked.
package struct GetPasscodeStateRequest: HostRequest, RoutedRequest {
    package typealias Reply = PasscodeState

    package static let routes = [Route(.get, "passcode")]

    package var surface: SurfaceID

    package init(on surface: SurfaceID = .local) { self.surface = surface }
}

/// Unlocks a surface with the passcode, for a minute.
///
/// Fails with `passcodeWrong`, also for a guess that comes too soon after a wrong one, or `passcodeNotSet`.
package struct UnlockRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "passcode/unlock")]

    /// The passcode, at most ``SetPasscodeRequest/limit``.
    package var passcode: String
    package var surface: SurfaceID

    package init(with passcode: String, on surface: SurfaceID = .local) {
        self.passcode = passcode
        self.surface = surface
    }

    package func validate() throws(HostError) { try SetPasscodeRequest.validate(passcode) }
}

/// Sets the passcode, or removes it.
///
/// Fails with `invalid` for a passcode that does not have 4 to 128 characters, `passcodeRequired` if the current one is
/// missing, and `passcodeWrong` if that is wrong or comes too soon after a wrong one.
package struct SetPasscodeRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "passcode")]

    /// The largest size of a passcode in a request, in bytes.
    package static let limit = 1024

    /// The new passcode; `nil` removes it.
    package var passcode: String?
    package var current: String?
    /// The surface, which is unlocked afterwards.
    package var surface: SurfaceID

    package init(_ passcode: String?, current: String?, on surface: SurfaceID = .local) {
        self.passcode = passcode
        self.current = current
        self.surface = surface
    }

    package func validate() throws(HostError) { try Self.validate(passcode, current) }

    /// Refuses texts that are far too long for a passcode, before they are hashed.
    static func validate(_ passcodes: String?...) throws(HostError) {
        guard passcodes.allSatisfy({ ($0 ?? "").utf8.count <= limit }) else {
            throw HostError(.invalid, "This is too long for a passcode.")
        }
    }
}
