package import FoundationEssentials
import GRDB
import SQLiteSupport
package import TodayProtocol

/// The push subscription of a signed-in browser, with the address of its push service and its keys for encryption.
package struct BrowserSubscription: Hashable, Sendable {
    /// The hash of the token of the browser's session; the subscription ends with the session.
    package var session: String
    /// The address at the push service, which the caller has checked.
    package var endpoint: String
    /// The public key of the browser.
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
    /// The effect of a push in the browser.
    package enum Kind: String, Hashable, Sendable {
        /// Show the notification.
        case show
        /// Remove the notification if it is shown.
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
    /// Time at which it was added.
    package var date: Date
    /// `true` if the browser may show an earlier push with the identifier.
    package var mayBeShown: Bool
    /// Rights of the browser's device.
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

/// A browser for which pushes wait.
package struct WaitingBrowser: Hashable, Sendable {
    /// The hash of the token of the browser's session.
    package var session: String
    /// The earliest time of the next attempt.
    package var nextAttempt: Date

    package init(session: String, nextAttempt: Date) {
        self.session = session
        self.nextAttempt = nextAttempt
    }
}

extension DurableReader {
    /// Reads the subscription of a session; `nil` if it has none.
    package func browserSubscription(of session: String) throws -> BrowserSubscription? {
        try database.row(
            "SELECT tokenHash, endpoint, publicKey, secret, origin, language FROM pushSubscription WHERE tokenHash = ?",
            [session]
        ).map(Self.subscription)
    }

    /// Reads the browsers for which pushes wait.
    package func waitingBrowsers() throws -> [WaitingBrowser] {
        try database.rows(
            """
            SELECT tokenHash, nextAttempt FROM pushSubscription
            WHERE EXISTS (SELECT 1 FROM pushOutbox
                WHERE pushOutbox.tokenHash = pushSubscription.tokenHash AND state <> 'shown')
            """
        ).map { WaitingBrowser(session: $0[0], nextAttempt: Date(storedMilliseconds: $0[1])) }
    }

    /// Reads the oldest push that waits for a browser; `nil` if none does.
    package func nextBrowserPush(of session: String) throws -> BrowserPush? {
        let row = try database.row(
            """
            SELECT tokenHash, endpoint, publicKey, secret, origin, language, attempts, nextAttempt, state, appID,
                identifier, deliveredID, revision, date, isBegun, rights, lastSeen
            FROM pushOutbox JOIN pushSubscription USING (tokenHash) JOIN session USING (tokenHash)
            WHERE tokenHash = ? AND state <> 'shown' ORDER BY pushOutbox.revision LIMIT 1
            """,
            [session]
        )
        guard let row else { return nil }
        return BrowserPush(
            BrowserPush.Kind(rawValue: row[8]) ?? .close,
            DeliveredID(rawValue: row[11]),
            identifier: row[10],
            of: AppID(row[9]),
            to: Self.subscription(row),
            revision: Revision(row[12]),
            date: Date(storedMilliseconds: row[13]),
            mayBeShown: row[14],
            rights: DeviceRights(rawValue: row[15]) ?? .view,
            lastSeen: Date(storedMilliseconds: row[16]),
            attempts: row[6],
            nextAttempt: Date(storedMilliseconds: row[7])
        )
    }

    private static func subscription(_ row: Row) -> BrowserSubscription {
        BrowserSubscription(
            session: row[0],
            endpoint: row[1],
            publicKey: row[2],
            secret: row[3],
            origin: row[4],
            language: row[5]
        )
    }
}
