package import FoundationEssentials
package import TodayProtocol

/// The push subscription of a signed-in browser, with the address of its push service and its keys for encryption.
package struct BrowserSubscription: Hashable, Sendable {
    /// The hash of the token of the browser's session; the subscription ends with the session.
    package var session: String
    /// The address at the push service, which the caller has checked.
    package var endpoint: String
    package var publicKey: Data
    /// The secret that the browser shares with the host.
    package var secret: Data
    /// The origin of the pages in this browser, without a slash at the end.
    package var origin: String
    /// The language of the browser's user, a BCP 47 tag.
    package var language: String

    package init(
        session: String,
        endpoint: String,
        publicKey: Data,
        secret: Data,
        origin: String,
        language: String
    ) {
        self.session = session
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.secret = secret
        self.origin = origin
        self.language = language
    }
}

/// A push that waits in the outbox for a browser.
package struct BrowserPush: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case show
        case close
    }

    package var subscription: BrowserSubscription
    package var kind: Kind
    package var app: AppID
    /// Identifier of the notification's request; a newer push with the same identifier replaces this one.
    package var identifier: String
    package var notification: DeliveredID
    /// Revision of the commit that created it; a push that replaces it has a later one.
    package var revision: Revision
    package var date: Date
    /// `true` if the browser may show an earlier push with the identifier.
    package var mayBeShown: Bool
    package var rights: DeviceRights
    /// Time at which the device was last seen.
    package var lastSeen: Date
    /// Number of consecutive attempts that the push service has not accepted.
    package var attempts: Int
    /// The earliest time of the next attempt.
    package var nextAttempt: Date

    package init(
        _ kind: Kind,
        _ notification: DeliveredID,
        identifier: String,
        of app: AppID,
        to subscription: BrowserSubscription,
        revision: Revision,
        date: Date,
        mayBeShown: Bool = false,
        rights: DeviceRights = .change,
        lastSeen: Date,
        attempts: Int = 0,
        nextAttempt: Date = Date(timeIntervalSince1970: 0)
    ) {
        self.subscription = subscription
        self.kind = kind
        self.app = app
        self.identifier = identifier
        self.notification = notification
        self.revision = revision
        self.date = date
        self.mayBeShown = mayBeShown
        self.rights = rights
        self.lastSeen = lastSeen
        self.attempts = attempts
        self.nextAttempt = nextAttempt
    }
}

package struct WaitingBrowser: Hashable, Sendable {
    package var session: String
    /// The earliest time of the next attempt.
    package var nextAttempt: Date

    package init(session: String, nextAttempt: Date) {
        self.session = session
        self.nextAttempt = nextAttempt
    }
}

/// Changes the subscriptions of browsers and the outbox of pushes for them.
///
/// Delivering and withdrawing notifications fills the outbox in the same commit. It has one row for each browser and
/// identifier: a newer push replaces one that waits, and a notification that a browser may show is remembered until the
/// browser was told to remove it.
package enum BrowserPushOperation: Hashable, Sendable {
    /// The reason a subscription ends, as recorded in the audit log.
    package enum End: String, Hashable, Sendable {
        /// The person switched notifications off in the browser.
        case person = "switched off there"
        /// The push service answered that the subscription no longer exists.
        case service = "ended by the push service"
        /// The device was not seen for the lifetime of a session.
        case unseen = "not seen for too long"
    }

    /// Subscribes a browser in place of an earlier subscription of the same session or endpoint.
    ///
    /// Refused with code `notFound` if the session does not exist.
    case subscribe(BrowserSubscription)

    /// Ends the subscription of a session, or only the one with an endpoint; `unchanged` if there is none.
    case unsubscribe(session: String, endpoint: String? = nil, because: End)

    /// Records that a push is being sent, so that the browser may show it from now on.
    ///
    /// `unchanged` if the push was replaced or withdrawn since it was read; it must then not be sent.
    case begin(BrowserPush)

    /// Completes a push that the push service has accepted; `unchanged` if it was replaced or withdrawn meanwhile.
    case accept(BrowserPush)

    /// Completes a push that is not sent or was refused permanently; the browser is told to remove what it may show of
    /// it.
    case drop(BrowserPush)

    /// Records a failed attempt; nothing is sent to the browser before a time.
    case postpone(session: String, until: Date)
}
