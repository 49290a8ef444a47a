import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
import TodayProtocol

extension BrowserPushOperation {
    static let schema = """
        CREATE TABLE pushSubscription (
            tokenHash TEXT NOT NULL PRIMARY KEY REFERENCES session (tokenHash) ON DELETE CASCADE,
            endpoint TEXT NOT NULL UNIQUE, publicKey BLOB NOT NULL, secret BLOB NOT NULL, origin TEXT NOT NULL,
            language TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
            nextAttempt INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE TABLE pushOutbox (
            tokenHash TEXT NOT NULL REFERENCES pushSubscription (tokenHash) ON DELETE CASCADE,
            appID TEXT NOT NULL, identifier TEXT NOT NULL, deliveredID INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('show', 'shown', 'close')),
            isBegun INTEGER NOT NULL CHECK (isBegun IN (0, 1)), revision INTEGER NOT NULL, date INTEGER NOT NULL,
            PRIMARY KEY (tokenHash, appID, identifier)) STRICT, WITHOUT ROWID;
        CREATE INDEX pushOutboxWaiting ON pushOutbox (tokenHash, revision) WHERE state <> 'shown';
        CREATE INDEX pushOutboxByNotification ON pushOutbox (deliveredID);
        """
}

extension TransactionContext {
    func apply(_ operation: BrowserPushOperation) throws -> OperationOutcome {
        switch operation {
        case .subscribe(let subscription): try subscribe(subscription)
        case .unsubscribe(let session, let endpoint, let end): try unsubscribe(session, endpoint, because: end)
        case .begin(let push): try change(push, "UPDATE pushOutbox SET isBegun = 1")
        case .accept(let push): try accept(push)
        case .drop(let push):
            if push.kind == .show, push.mayBeShown {
                try change(push, "UPDATE pushOutbox SET state = 'close'")
            } else {
                try change(push, "DELETE FROM pushOutbox")
            }
        case .postpone(let session, let date):
            try run(
                "UPDATE pushSubscription SET attempts = attempts + 1, nextAttempt = ? WHERE tokenHash = ?",
                [date, session],
                recording: .browserPushes
            )
        }
    }

    private func subscribe(_ subscription: BrowserSubscription) throws -> OperationOutcome {
        guard let session = try reader.session(tokenHash: subscription.session) else {
            throw StoreError(.notFound, .deviceNotSignedIn)
        }
        let former = try reader.browserSubscription(of: subscription.session)
        guard former != subscription else { return .unchanged }
        if former == nil { try audit(AuditEvent(.pushesSubscribed, session.label ?? "")) }
        // A browser that was paired again has a new session and may have the same endpoint.
        try run(
            "DELETE FROM pushSubscription WHERE tokenHash = ? OR endpoint = ?",
            [subscription.session, subscription.endpoint]
        )
        try run(
            """
            INSERT INTO pushSubscription (tokenHash, endpoint, publicKey, secret, origin, language)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                subscription.session, subscription.endpoint, subscription.publicKey, subscription.secret,
                subscription.origin, subscription.language,
            ]
        )
        return record(.browserPushes)
    }

    private func unsubscribe(_ session: String, _ endpoint: String?, because end: BrowserPushOperation.End) throws
        -> OperationOutcome
    {
        let count = try run(
            "DELETE FROM pushSubscription WHERE tokenHash = ?1 AND endpoint = coalesce(?2, endpoint)",
            [session, endpoint]
        )
        guard count > 0 else { return .unchanged }
        let label = try reader.session(tokenHash: session)?.label ?? ""
        try audit(AuditEvent(.pushesEnded, "\(label), \(end.rawValue)"))
        if end == .service {
            try run("UPDATE session SET pushesEnded = ? WHERE tokenHash = ?", [now, session])
            record(.sessions)
        }
        return record(.browserPushes)
    }

    private func accept(_ push: BrowserPush) throws -> OperationOutcome {
        if push.attempts > 0 {
            try run(
                "UPDATE pushSubscription SET attempts = 0, nextAttempt = 0 WHERE tokenHash = ?",
                [push.subscription.session]
            )
        }
        let statement =
            push.kind == .show ? "UPDATE pushOutbox SET state = 'shown'" : "DELETE FROM pushOutbox"
        return try change(push, statement)
    }

    /// Changes the row of a push unless it was replaced since it was read.
    private func change(_ push: BrowserPush, _ statement: String) throws -> OperationOutcome {
        try run(
            statement + " WHERE tokenHash = ? AND appID = ? AND identifier = ? AND revision = ? AND state = ?",
            [push.subscription.session, push.app, push.identifier, push.revision, push.kind.rawValue],
            recording: .browserPushes
        )
    }
}

/// Changes of the outbox when notifications are delivered, withdrawn or rewritten.
extension TransactionContext {
    /// Adds a push to every subscribed browser if a notification shows a banner; otherwise has browsers remove it.
    func pushToBrowsers(_ id: DeliveredID, identifier: String, of app: AppID, arrives: Bool) throws {
        guard arrives else { return try withdrawPushes(id) }
        try run(
            """
            INSERT INTO pushOutbox (tokenHash, appID, identifier, deliveredID, state, isBegun, revision, date)
            SELECT tokenHash, ?1, ?2, ?3, 'show', 0, ?4, ?5 FROM pushSubscription WHERE true
            ON CONFLICT (tokenHash, appID, identifier) DO UPDATE SET deliveredID = excluded.deliveredID,
                state = 'show', revision = excluded.revision, date = excluded.date
            """,
            [app, identifier, id, revision, now],
            recording: .browserPushes
        )
    }

    /// Removes the unsent pushes of a notification, and has browsers remove those that were sent.
    func withdrawPushes(_ id: DeliveredID) throws {
        try replacePushes(id, by: .close)
    }

    /// Removes the unsent pushes of a notification, and has browsers that were sent one show the new content.
    func rewritePushes(_ id: DeliveredID) throws {
        try replacePushes(id, by: .show)
    }

    private func replacePushes(_ id: DeliveredID, by kind: BrowserPush.Kind) throws {
        try run("DELETE FROM pushOutbox WHERE deliveredID = ? AND isBegun = 0", [id])
        try run(
            "UPDATE pushOutbox SET state = ?, revision = ?, date = ? WHERE deliveredID = ? AND state <> 'close'",
            [kind.rawValue, revision, now, id],
            recording: .browserPushes
        )
    }
}

extension DurableReader {
    package func browserSubscription(of session: String) throws -> BrowserSubscription? {
        try first(
            "SELECT tokenHash, endpoint, publicKey, secret, origin, language FROM pushSubscription WHERE tokenHash = ?",
            [session]
        ).map(Self.subscription)
    }

    package func waitingBrowsers() throws -> [WaitingBrowser] {
        try all(
            """
            SELECT tokenHash, nextAttempt FROM pushSubscription
            WHERE EXISTS (SELECT 1 FROM pushOutbox
                WHERE pushOutbox.tokenHash = pushSubscription.tokenHash AND state <> 'shown')
            """
        ).map { WaitingBrowser(session: $0[0], nextAttempt: Date(storedMilliseconds: $0[1])) }
    }

    /// Reads the oldest push that waits for a browser; `nil` if none does.
    package func nextBrowserPush(of session: String) throws -> BrowserPush? {
        let row = try first(
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
