package import FoundationEssentials
package import TodayProtocol

/// One hop on the way of a notification or a push, for its trace.
///
/// It names no content: no title, no text, no secret, no token, and of a push service only the host.
package struct TraceEvent: Hashable, Sendable, Codable {
    /// What happened.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The cloud accepted the push, by the clock of the cloud.
        case accepted
        /// This device took the push from the cloud.
        case taken
        /// The body of the push's message is on this device.
        case bodyFetched = "body-fetched"
        /// The notification is stored as delivered; the detail is how it shows: `banner`, `alert` or `list`.
        case stored
        /// A surface showed the banner; the detail is ``pushDetail`` if a browser did because of a push.
        case shown
        /// It was sent to a push service; the detail is the ``Answer``.
        case sent
        /// A person acted on it; the detail is the identifier of the action.
        case actedOn = "acted-on"
        /// A person dismissed it.
        case dismissed
        /// It was withdrawn; the detail is the ``Withdrawal``.
        case withdrawn
        /// A newer notification with the same identifier took its place.
        case replaced
        /// It came too late to be shown.
        case expired
        /// It does not show, or not as a banner, or not in a browser; the detail is the ``Reason``.
        case withheld
    }

    /// The detail of ``Kind/shown`` for what a browser showed because of a push, without an open page.
    package static let pushDetail = "push"

    /// Where a notification shows.
    package enum Surface: String, Hashable, Sendable, Codable {
        case browser, desktop, terminal
    }

    /// The answer of a push service.
    package enum Answer: String, Hashable, Sendable, Codable, CaseIterable {
        /// It has the push.
        case accepted
        /// It did not accept the push now; it is sent again.
        case retry
        /// It refuses the push, also when it is sent again.
        case refused
        /// It says that the browser's subscription has ended.
        case gone
        /// It refuses a push of this size.
        case tooLarge = "too-large"
    }

    /// Who withdrew a notification.
    package enum Withdrawal: String, Hashable, Sendable, Codable, CaseIterable {
        /// Its app.
        case app
        /// The person, otherwise than on the notification: by reading its message or on the command line.
        case person
        /// The sender of a message.
        case sender
        /// The person, on another device.
        case elsewhere
        /// The host, since the app has too many.
        case limit
        /// The host, for another reason.
        case host
    }

    /// Why a notification does not show, or not everywhere.
    package enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The person does not allow the app to show alerts.
        case notAllowed = "not-allowed"
        /// The person has not decided about the app yet.
        case undecided
        /// The person has the app deliver quietly.
        case quiet
        /// The person chose no banners for the app.
        case noBanners = "no-banners"
        /// It came in the quiet hours.
        case quietHours = "quiet-hours"
        /// Its level is passive.
        case passive
        /// It has no text, and only changes the badge.
        case badgeOnly = "badge-only"
        /// The app is in front, and shows it otherwise.
        case appInFront = "app-in-front"
        /// The browser shows a page, so it is sent no push.
        case pageOpen = "page-open"
        /// The person answered it on another device before.
        case answered
        /// Its message was read or deleted before.
        case read
        /// Its topic is muted.
        case muted
        /// The app has too many scheduled notifications.
        case limit
    }

    /// The largest size of a text, in bytes; the rest is cut off.
    package static let textBytes = 128

    package var date: Date
    package var kind: Kind
    /// The delivered notification; `nil` before it was delivered.
    package var notification: DeliveredID?
    /// The id of the push that brought it; `nil` if an app of this device made it.
    package var push: String?
    package var surface: Surface?
    /// The name of the browser's device at that time; `nil` if it had none, or for another surface.
    package var device: String?
    /// The host of the push service.
    package var service: String?
    /// What else is known, by ``kind``.
    package var detail: String?
    /// The HTTP status with which a push service refused.
    package var status: Int?

    /// Describes a hop.
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

/// A surface as the rest of the host knows it.
package enum TraceSurface: Hashable, Sendable {
    /// A browser, by the hash of the token of its session.
    case browser(session: String)
    case desktop
    case terminal
}

/// What is to be added to a trace; ``TraceEvent`` says what each part means.
package struct TraceHop: Hashable, Sendable {
    package var kind: TraceEvent.Kind
    package var surface: TraceSurface?
    package var service: String?
    package var detail: String?
    package var status: Int?

    init(
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

    /// A surface showed the banner.
    package static func shown(on surface: TraceSurface) -> TraceHop { TraceHop(.shown, on: surface) }

    /// A browser showed what it was sent by a push.
    package static func pushShown(in session: String) -> TraceHop {
        TraceHop(.shown, on: .browser(session: session), detail: TraceEvent.pushDetail)
    }

    /// A push service answered.
    package static func sent(
        to surface: TraceSurface,
        service: String,
        _ answer: TraceEvent.Answer,
        status: Int? = nil
    ) -> TraceHop {
        TraceHop(.sent, on: surface, service: service, detail: answer.rawValue, status: status)
    }

    /// It came too late.
    package static func expired(for surface: TraceSurface? = nil) -> TraceHop { TraceHop(.expired, on: surface) }

    /// It does not show, or not everywhere.
    package static func withheld(_ reason: TraceEvent.Reason, from surface: TraceSurface? = nil) -> TraceHop {
        TraceHop(.withheld, on: surface, detail: reason.rawValue)
    }

    static func withdrawn(by withdrawal: TraceEvent.Withdrawal) -> TraceHop {
        TraceHop(.withdrawn, detail: withdrawal.rawValue)
    }
}

/// A hop that a surface reports of a delivered notification.
///
/// One that is in the trace since the notification was last delivered is not added again.
package struct TraceNote: Hashable, Sendable {
    package var notification: DeliveredID
    package var hop: TraceHop

    package init(_ hop: TraceHop, of notification: DeliveredID) {
        self.hop = hop
        self.notification = notification
    }

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        try TraceTable.addOnce(hop, to: notification, in: context)
        return .unchanged
    }
}

/// The hops of one notification or push, in the order in which this host learned of them.
package struct DeliveryTrace: Hashable, Sendable, Codable {
    package var app: AppID
    /// The identifier of the notification's request; the id of the push if it shows nothing.
    package var identifier: String
    package var events: [TraceEvent]

    package init(app: AppID, identifier: String, events: [TraceEvent]) {
        self.app = app
        self.identifier = identifier
        self.events = events
    }
}
