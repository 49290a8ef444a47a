package import FoundationEssentials
package import TodayProtocol

/// The hops of one notification or push, in the order in which this host learned of them.
package struct DeliveryTrace: Hashable, Sendable, Codable {
    package var app: AppID
    /// Identifier of the notification's request, or the id of the push if it shows no notification.
    package var identifier: String
    package var events: [TraceEvent]

    package init(app: AppID, identifier: String, events: [TraceEvent]) {
        self.app = app
        self.identifier = identifier
        self.events = events
    }
}

/// A hop in the trace of a notification or a push, without a title, text, secret or token.
package struct TraceEvent: Hashable, Sendable, Codable {
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The cloud accepted the push, according to the cloud's clock.
        case accepted
        /// This device received the push from the cloud.
        case taken
        /// The body of the push's message was stored on this device.
        case bodyFetched = "body-fetched"
        /// The notification was stored as delivered; the detail is its presentation: `banner`, `alert` or `list`.
        case stored
        /// A surface showed the banner; the detail is ``pushDetail`` if a browser showed it because of a push.
        case shown
        /// A push was sent to a push service; the detail is the ``Answer``.
        case sent
        /// A person acted on the notification; the detail is the identifier of the action.
        case actedOn = "acted-on"
        /// A person dismissed the notification.
        case dismissed
        /// The notification was withdrawn; the detail is the ``Withdrawal``.
        case withdrawn
        /// A newer notification with the same identifier replaced it.
        case replaced
        /// The notification came too late to be shown.
        case expired
        /// The notification is not shown, not as a banner, or not in a browser; the detail is the ``Reason``.
        case withheld
    }

    /// The detail of ``Kind/shown`` for a notification that a browser showed because of a push, without an open page.
    package static let pushDetail = "push"

    package enum Surface: String, Hashable, Sendable, Codable {
        case browser, desktop, terminal
    }

    package enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
        /// The push service accepted the push.
        case accepted
        /// The push service did not accept the push for now; it is sent again.
        case retry
        /// The push service refuses the push permanently.
        case refused
        /// The push service reports that the browser's subscription has ended.
        case gone
        /// The push service refuses a push of this size.
        case tooLarge = "too-large"
    }

    package enum Withdrawal: String, Hashable, Sendable, Codable, CaseIterable {
        /// The app of the notification.
        case app
        /// The person, other than on the notification: by reading its message or on the command line.
        case person
        /// The sender of a message.
        case sender
        /// The person, on another device.
        case elsewhere
        /// The host, because the app has too many notifications.
        case limit
        /// The host, for another reason.
        case host
    }

    /// The reason a notification is not shown, or not everywhere.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The person does not allow the app to show alerts.
        case notAllowed = "not-allowed"
        /// The person has not yet decided about the app.
        case undecided
        /// The app's notifications are delivered quietly.
        case quiet
        /// The person chose no banners for the app.
        case noBanners = "no-banners"
        /// It arrived in the quiet hours.
        case quietHours = "quiet-hours"
        /// Its interruption level is passive.
        case passive
        /// It has no text and only changes the badge.
        case badgeOnly = "badge-only"
        /// The app is in the foreground and shows it in another way.
        case appInFront = "app-in-front"
        /// The browser shows a page, so it is sent no push.
        case pageOpen = "page-open"
        /// The person had answered it on another device.
        case answered
        /// Its message had been read or deleted.
        case read
        /// Its topic is muted.
        case muted
        /// The app has too many scheduled notifications.
        case limit
    }

    /// Largest size of a text, in bytes; a longer one is cut.
    package static let textBytes = 128

    package var date: Date
    package var kind: Kind
    /// The delivered notification; `nil` before delivery.
    package var notification: DeliveredID?
    /// Id of the push that brought it; `nil` if an app of this device created it.
    package var push: String?
    package var surface: Surface?
    /// Name of the browser's device at that time; `nil` if it had none, and for another surface.
    package var device: String?
    package var service: String?
    package var detail: String?
    /// The HTTP status with which a push service refused a push.
    package var status: Int?

    package init(
        _ kind: Kind,
        date: Date,
        notification: DeliveredID? = nil,
        push: String? = nil,
        surface: Surface? = nil,
        device: String? = nil,
        service: String? = nil,
        detail: String? = nil,
        status: Int? = nil
    ) {
        self.kind = kind
        self.date = date
        self.notification = notification
        self.push = push
        self.surface = surface
        self.device = device
        self.service = service
        self.detail = detail
        self.status = status
    }
}

/// A hop that a surface reports for a delivered notification; one that is in the trace already is not added again.
package struct TraceNote: Hashable, Sendable {
    package var notification: DeliveredID
    package var hop: TraceHop

    package init(_ hop: TraceHop, of notification: DeliveredID) {
        self.hop = hop
        self.notification = notification
    }
}

/// A surface as the rest of the host identifies it.
package enum TraceSurface: Hashable, Sendable {
    /// A browser, identified by the hash of the token of its session.
    case browser(session: String)
    case desktop
    case terminal
}

/// A hop to add to a trace; ``TraceEvent`` documents its parts.
package struct TraceHop: Hashable, Sendable {
    package var kind: TraceEvent.Kind
    package var surface: TraceSurface?
    package var service: String?
    package var detail: String?
    package var status: Int?

    package init(
        _ kind: TraceEvent.Kind,
        on surface: TraceSurface? = nil,
        service: String? = nil,
        detail: String? = nil,
        status: Int? = nil
    ) {
        self.kind = kind
        self.surface = surface
        self.service = service
        self.detail = detail
        self.status = status
    }

    package static func shown(on surface: TraceSurface) -> TraceHop { TraceHop(.shown, on: surface) }

    /// Returns the hop for a notification that a browser showed because of a push.
    package static func pushShown(in session: String) -> TraceHop {
        TraceHop(.shown, on: .browser(session: session), detail: TraceEvent.pushDetail)
    }

    package static func sent(
        to surface: TraceSurface,
        service: String,
        _ answer: TraceEvent.Answer,
        status: Int? = nil
    ) -> TraceHop {
        TraceHop(.sent, on: surface, service: service, detail: answer.rawValue, status: status)
    }

    package static func expired(for surface: TraceSurface? = nil) -> TraceHop { TraceHop(.expired, on: surface) }

    package static func withheld(_ reason: TraceEvent.Reason, from surface: TraceSurface? = nil) -> TraceHop {
        TraceHop(.withheld, on: surface, detail: reason.rawValue)
    }

    package static func withdrawn(by withdrawal: TraceEvent.Withdrawal) -> TraceHop {
        TraceHop(.withdrawn, detail: withdrawal.rawValue)
    }
}
