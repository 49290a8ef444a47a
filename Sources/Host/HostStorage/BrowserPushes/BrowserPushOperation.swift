import FoundationEssentials
import GRDB
import HostModel
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

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .subscribe(let subscription): try Self.subscribe(subscription, in: context)
        case .unsubscribe(let session, let endpoint, let end):
            try Self.unsubscribe(session, endpoint, because: end, in: context)
        case .begin(let push):
            try change(push, "UPDATE pushOutbox SET isBegun = 1", in: context)
        case .accept(let push):
            try accept(push, in: context)
        case .drop(let push):
            if push.kind == .show, push.mayBeShown {
                try change(push, "UPDATE pushOutbox SET state = 'close'", in: context)
            } else {
                try change(push, "DELETE FROM pushOutbox", in: context)
            }
        case .postpone(let session, let date):
            try context.run(
                "UPDATE pushSubscription SET attempts = attempts + 1, nextAttempt = ? WHERE tokenHash = ?",
                [date.storedMilliseconds, session]
            ) > 0 ? context.record(.browserPushes) : .unchanged
        }
    }

    private static func subscribe(
        _ subscription: BrowserSubscription,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let session = try context.reader.session(tokenHash: subscription.session) else {
            throw StoreError(.notFound, .deviceNotSignedIn)
        }
        let former = try context.reader.browserSubscription(of: subscription.session)
        guard former != subscription else { return .unchanged }
        if former == nil { try context.audit(AuditEvent(.pushesSubscribed, session.label ?? "")) }
        // A browser that was paired again has a new session and may have the same endpoint.
        try context.run(
            "DELETE FROM pushSubscription WHERE tokenHash = ? OR endpoint = ?",
            [subscription.session, subscription.endpoint]
        )
        try context.run(
            """
            INSERT INTO pushSubscription (tokenHash, endpoint, publicKey, secret, origin, language)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                subscription.session, subscription.endpoint, subscription.publicKey, subscription.secret,
                subscription.origin, subscription.language,
            ]
        )
        return context.record(.browserPushes)
    }

    private static func unsubscribe(
        _ session: String,
        _ endpoint: String?,
        because end: End,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            "DELETE FROM pushSubscription WHERE tokenHash = ?1 AND endpoint = coalesce(?2, endpoint)",
            [session, endpoint]
        )
        guard count > 0 else { return .unchanged }
        let label = try context.reader.session(tokenHash: session)?.label ?? ""
        try context.audit(AuditEvent(.pushesEnded, "\(label), \(end.rawValue)"))
        if end == .service {
            try context.run(
                "UPDATE session SET pushesEnded = ? WHERE tokenHash = ?",
                [context.now.storedMilliseconds, session]
            )
            _ = context.record(.sessions)
        }
        return context.record(.browserPushes)
    }

    private func accept(_ push: BrowserPush, in context: TransactionContext) throws -> OperationOutcome {
        if push.attempts > 0 {
            try context.run(
                "UPDATE pushSubscription SET attempts = 0, nextAttempt = 0 WHERE tokenHash = ?",
                [push.subscription.session]
            )
        }
        let statement =
            push.kind == .show ? "UPDATE pushOutbox SET state = 'shown'" : "DELETE FROM pushOutbox"
        return try change(push, statement, in: context)
    }

    /// Changes the row of a push unless it was replaced since it was read.
    private func change(
        _ push: BrowserPush,
        _ statement: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let count = try context.run(
            statement + " WHERE tokenHash = ? AND appID = ? AND identifier = ? AND revision = ? AND state = ?",
            [
                push.subscription.session, push.app.rawValue, push.identifier, push.revision.number,
                push.kind.rawValue,
            ]
        )
        return count > 0 ? context.record(.browserPushes) : .unchanged
    }
}

/// Changes of the outbox when notifications are delivered, withdrawn or rewritten.
enum BrowserPushOutbox {
    /// Adds a push to every subscribed browser if a notification shows a banner; otherwise has browsers remove it.
    static func deliver(
        _ id: DeliveredID,
        identifier: String,
        of app: AppID,
        arrives: Bool,
        in context: TransactionContext
    ) throws {
        guard arrives else { return try withdraw(id, in: context) }
        let count = try context.run(
            """
            INSERT INTO pushOutbox (tokenHash, appID, identifier, deliveredID, state, isBegun, revision, date)
            SELECT tokenHash, ?1, ?2, ?3, 'show', 0, ?4, ?5 FROM pushSubscription WHERE true
            ON CONFLICT (tokenHash, appID, identifier) DO UPDATE SET deliveredID = excluded.deliveredID,
                state = 'show', revision = excluded.revision, date = excluded.date
            """,
            [app.rawValue, identifier, id.rawValue, context.revision.number, context.now.storedMilliseconds]
        )
        if count > 0 { _ = context.record(.browserPushes) }
    }

    /// Removes the unsent pushes of a notification, and has browsers remove those that were sent.
    static func withdraw(_ id: DeliveredID, in context: TransactionContext) throws {
        try replace(id, by: .close, in: context)
    }

    /// Removes the unsent pushes of a notification, and has browsers that were sent one show the new content.
    static func rewrite(_ id: DeliveredID, in context: TransactionContext) throws {
        try replace(id, by: .show, in: context)
    }

    private static func replace(_ id: DeliveredID, by kind: BrowserPush.Kind, in context: TransactionContext) throws {
        try context.run("DELETE FROM pushOutbox WHERE deliveredID = ? AND isBegun = 0", [id.rawValue])
        let count = try context.run(
            "UPDATE pushOutbox SET state = ?, revision = ?, date = ? WHERE deliveredID = ? AND state <> 'close'",
            [kind.rawValue, context.revision.number, context.now.storedMilliseconds, id.rawValue]
        )
        if count > 0 { _ = context.record(.browserPushes) }
    }
}
