import SQLStore
import SQLiteSupport

extension WriteContext {
    /// Returns the inbox that all hosts of a named user share, which is added if missing.
    func sharedInbox(
        of user: NamedUserNumber,
        app: AppNumber,
        id: InboxID
    ) throws -> (number: InboxNumber, id: InboxID) {
        if let row = try row("SELECT number, id FROM inbox WHERE namedUserNumber = ?", [user]) {
            return (row["number"], row["id"])
        }
        let date = now.storedMilliseconds
        let number = try insert(
            "INSERT INTO inbox (id, appNumber, namedUserNumber, created, modified) VALUES (?, ?, ?, ?, ?)",
            [id, app, user, date, date / 1000]
        )
        return (InboxNumber(number), id)
    }

    /// Increments the versions of the lists of inboxes, each of which gained some messages.
    func touchInboxes(_ inboxes: some Sequence<InboxNumber>, gained: Int) throws {
        let seconds = now.storedMilliseconds / 1000
        for inbox in inboxes.sorted() {
            try run(
                "UPDATE inbox SET modified = CASE WHEN modified < ?1 THEN ?1 ELSE modified + 1 END, entries = entries + ?2 WHERE number = ?3",
                [seconds, gained, inbox]
            )
        }
    }

    /// Removes the oldest messages of inboxes that have more than ``CloudStore/listLimit``.
    func trimInboxes(_ inboxes: some Sequence<InboxNumber>) throws {
        let long = try rows(
            """
            SELECT number, entries - ? AS excess FROM inbox
            WHERE number IN (SELECT value FROM json_each(?)) AND entries > ?
            """,
            [CloudStore.listLimit, inboxes.jsonNumbers(), CloudStore.listLimit]
        )
        for row in long {
            let number: InboxNumber = row["number"]
            let count = try deletePage(
                of: "inboxEntry",
                by: "inboxNumber, messageNumber",
                where: "inboxNumber = ? ORDER BY messageNumber",
                [number],
                limit: min(CloudStore.pageLimit, row["excess"])
            )
            try run("UPDATE inbox SET entries = entries - ? WHERE number = ?", [count, number])
        }
    }

    /// Returns the devices with channels attached to some inboxes, except for the device of one channel.
    func devices(showing inboxes: some Sequence<InboxNumber>, except actor: ChannelNumber? = nil) throws
        -> [DeviceNumber]
    {
        try values(
            """
            SELECT DISTINCT deviceNumber FROM channel WHERE inboxNumber IN (SELECT value FROM json_each(?))
            AND deviceNumber IS NOT NULL AND number <> ?
            """,
            [inboxes.jsonNumbers(), actor?.value ?? 0]
        )
    }

    /// Records a change of an inbox, and appends an event to its devices, except for that of the channel that made it.
    func inboxChanged(
        _ inbox: InboxNumber,
        by actor: ChannelNumber?,
        notice: EventContent,
        gained: Int
    ) throws {
        try touchInboxes([inbox], gained: gained)
        try append(notice, to: try devices(showing: [inbox], except: actor), mergeKey: notice.body)
    }
}
