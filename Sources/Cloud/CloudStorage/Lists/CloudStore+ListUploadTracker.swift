import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// The time limit of an upload, in seconds.
    private static let uploadTime = 3600.0
    /// The time for which replaced or removed members stay readable for running downloads, in seconds.
    package static let uploadRetention = 600.0
    /// The number of unused uploads of an app that are kept when another one begins.
    package static let spareUploadLimit = 2

    /// Begins an upload of the members that will replace those of a static list; it expires after an hour.
    ///
    /// Of the app's uploads that no list uses, the newest ``spareUploadLimit`` are kept until they expire; the others
    /// expire now, and ``sweepLists()`` removes them.
    package func beginListUpload(of app: AppNumber) async throws(CloudStoreError) -> ListUploadNumber {
        try await write { context in
            let now = context.now.storedMilliseconds
            try context.run(
                """
                UPDATE listUpload SET expires = ? WHERE appNumber = ? AND expires > ? AND number NOT IN
                (SELECT number FROM listUpload WHERE appNumber = ? AND expires IS NOT NULL
                ORDER BY expires DESC, number DESC LIMIT ?)
                """,
                [now, app, now, app, Self.spareUploadLimit]
            )
            return ListUploadNumber(
                try context.insert(
                    "INSERT INTO listUpload (users, expires, appNumber) VALUES (0, ?, ?)",
                    [(context.now + Self.uploadTime).storedMilliseconds, app]
                )
            )
        }
    }

    /// Abandons an upload that no list uses; ``sweepLists()`` removes its members.
    package func discard(_ upload: ListUploadNumber) async throws(CloudStoreError) {
        try await write { context in
            try context.run(
                "UPDATE listUpload SET expires = ? WHERE number = ? AND expires IS NOT NULL",
                [context.now.storedMilliseconds, upload]
            )
        }
    }

    /// Adds members, some hundreds at a time, to an upload in one write; members that it already has are ignored.
    package func add(
        channels: [ChannelNumber],
        users: [String],
        to upload: ListUploadNumber
    ) async throws(CloudStoreError) {
        try await write { context in
            for channel in channels {
                try context.run(
                    "INSERT INTO listChannel (uploadNumber, channelNumber) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [upload, channel]
                )
            }
            var count = 0
            for user in users {
                count += try context.run(
                    "INSERT INTO listUser (uploadNumber, name) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [upload, user]
                )
            }
            try context.run("UPDATE listUpload SET users = users + ? WHERE number = ?", [count, upload])
        }
    }

    /// Replaces the members of a static list by those of an upload, in one commit; `notFound` if the list was removed,
    /// `conflict` if the upload expired.
    package func finish(
        _ upload: ListUploadNumber,
        for list: StaticListNumber,
        of app: AppNumber
    ) async throws(CloudStoreError) {
        let count = try await read { try $0.channelCount(of: upload, app) }
        try await write { context in
            let date = context.now
            guard let row = try context.row("SELECT uploadNumber FROM staticList WHERE number = ?", [list]) else {
                throw CloudStoreError(.notFound, "The list was removed meanwhile.")
            }
            let isInTime = try context.run(
                "UPDATE listUpload SET expires = NULL WHERE number = ? AND expires > ?",
                [upload, date.storedMilliseconds]
            )
            guard isInTime > 0 else { throw CloudStoreError(.conflict, "The upload took too long; send it again.") }
            try context.run(
                "UPDATE staticList SET uploadNumber = ?, channels = ?, updated = ? WHERE number = ?",
                [upload, count, date.storedMilliseconds, list]
            )
            try context.retire(row["uploadNumber"])
        }
    }

    /// Removes a page of the members of removed lists and expired uploads; returns `true` if there may be more.
    package func sweepLists() async throws(CloudStoreError) -> Bool {
        try await write { context in
            let upload: ListUploadNumber? = try context.value(
                """
                SELECT number FROM listUpload WHERE expires <= ? OR (expires IS NULL
                AND NOT EXISTS (SELECT 1 FROM staticList WHERE uploadNumber = listUpload.number)) LIMIT 1
                """,
                [context.now.storedMilliseconds]
            )
            guard let upload else { return false }
            var count = 0
            for (table, key) in [("listChannel", "channelNumber, uploadNumber"), ("listUser", "name, uploadNumber")] {
                count += try context.deletePage(of: table, by: key, where: "uploadNumber = ?", [upload])
            }
            if count < Self.pageLimit { try context.run("DELETE FROM listUpload WHERE number = ?", [upload]) }
            return true
        }
    }
}

extension WriteContext {
    /// Keeps the members of an upload that no list uses any more for ``CloudStore/uploadRetention``.
    func retire(_ upload: ListUploadNumber?) throws {
        guard let upload else { return }
        try run(
            "UPDATE listUpload SET expires = ? WHERE number = ?",
            [(now + CloudStore.uploadRetention).storedMilliseconds, upload]
        )
    }
}
