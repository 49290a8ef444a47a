import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
import TodayProtocol

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
