import GRDB
import SQLiteSupport

extension WriteContext {
    /// The inbox that all hosts of a named user share, which is made if need be.
    func sharedInbox(
        of user: NamedUserNumber,
        app: AppNumber,
        id: InboxID
    ) throws -> (number: InboxNumber, id: InboxID) {
        if let row = try database.row("SELECT number, id FROM inbox WHERE namedUserNumber = ?", [user]) {
            return (row["number"], row["id"])
        }
        let date = now.storedMilliseconds
        let number = try database.insert(
            "INSERT INTO inbox (id, appNumber, namedUserNumber, created, modified) VALUES (?, ?, ?, ?, ?)",
            [id, app, user, date, date / 1000]
        )
        return (InboxNumber(number), id)
    }

    /// Notes that the lists of inboxes changed: each gets a number greater than the one it had.
    ///
    /// - Parameters:
    ///   - inboxes: Which.
    ///   - gained: How many more messages each of them has now.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    func touchInboxes(_ inboxes: some Sequence<InboxNumber>, gained: Int) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE inbox SET modified = MAX(?, modified + 1), entries = entries + ? WHERE number = ?"
        )
        let seconds = now.storedMilliseconds / 1000
        for inbox in inboxes { try statement.execute(arguments: [seconds, gained, inbox]) }
    }

    /// Removes the oldest messages of inboxes that have more than their lists show.
    func trimInboxes(_ inboxes: some Sequence<InboxNumber>) throws {
        let long = try database.rows(
            """
            SELECT number, entries - ? AS excess FROM inbox
            WHERE number IN (SELECT value FROM json_each(?)) AND entries > ?
            """,
            [CloudStore.listLimit, inboxes.jsonNumbers(), CloudStore.listLimit]
        )
        for row in long {
            let number: InboxNumber = row["number"]
            let count = try database.run(
                """
                DELETE FROM inboxEntry WHERE inboxNumber = ? AND messageNumber IN
                (SELECT messageNumber FROM inboxEntry WHERE inboxNumber = ? ORDER BY messageNumber LIMIT ?)
                """,
                [number, number, min(CloudStore.pageLimit, row["excess"])]
            )
            try database.run("UPDATE inbox SET entries = entries - ? WHERE number = ?", [count, number])
        }
    }

    /// The devices that show some inboxes, but for those of some channels.
    func devices(showing inboxes: some Sequence<InboxNumber>, except actor: ChannelNumber? = nil) throws
        -> [DeviceNumber]
    {
        try database.rows(
            """
            SELECT DISTINCT deviceNumber FROM channel WHERE inboxNumber IN (SELECT value FROM json_each(?))
            AND deviceNumber IS NOT NULL AND number <> ?
            """,
            [inboxes.jsonNumbers(), actor?.value ?? 0]
        ).map { $0["deviceNumber"] }
    }

    /// Notes that the list of an inbox changed, and tells its devices but for that of the channel that asked for it.
    func inboxChanged(
        _ inbox: InboxNumber,
        by actor: ChannelNumber?,
        notice: EventContent,
        gained: Int = 0
    ) throws {
        try touchInboxes([inbox], gained: gained)
        let others = try devices(showing: [inbox], except: actor)
        try append(notice, to: others, mergeKey: notice.body)
    }
}
