package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A file that was attached to a message of a topic.
package struct TopicFile: Hashable, Sendable {
    /// The id of the message.
    package var id: String
    /// Who sent it: an address, for the limits.
    package var sender: String
    /// Its media type.
    package var type: String
    /// How many bytes it has; while it arrives, how many it may have.
    package var size: Int
    /// From when on it is gone.
    package var expires: Date

    /// Describes a file.
    package init(id: String, sender: String, type: String, size: Int, expires: Date) {
        self.id = id
        self.sender = sender
        self.type = type
        self.size = size
        self.expires = expires
    }
}

extension CloudStore {
    /// Where attached files are.
    package var attachments: AttachmentFolder { AttachmentFolder(path: folderPath + "/attachments") }

    /// Notes a file before it arrives, so that all that arrive together stay within the limits.
    ///
    /// - Parameters:
    ///   - file: The file, with the size that it may have at most.
    ///   - senderLimit: How many bytes the files of its sender may have together.
    ///   - totalLimit: How many bytes all files may have together.
    /// - Returns: Whether there is room for it.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func reserve(
        _ file: TopicFile,
        senderLimit: Int,
        totalLimit: Int
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let used = try context.database.row(
                """
                SELECT COALESCE(SUM(size), 0) AS total, COALESCE(SUM(CASE WHEN sender = ? THEN size END), 0) AS own
                FROM topicFile
                """,
                [file.sender]
            )
            guard let used, used["total"] + file.size <= totalLimit, used["own"] + file.size <= senderLimit else {
                return false
            }
            try context.database.run(
                "INSERT INTO topicFile (id, sender, type, size, expires) VALUES (?, ?, ?, ?, ?)",
                [file.id, file.sender, file.type, file.size, file.expires.storedMilliseconds]
            )
            return true
        }
    }

    /// How many bytes the files of a sender have together.
    package func sizeOfTopicFiles(from sender: String) async throws(CloudStoreError) -> Int {
        try await read { database in
            try database.row("SELECT COALESCE(SUM(size), 0) AS own FROM topicFile WHERE sender = ?", [sender])?["own"]
                ?? 0
        }
    }

    /// Notes the size of a file that has arrived.
    package func setSize(_ size: Int, ofFile id: String) async throws(CloudStoreError) {
        try await write { context in
            try context.database.run("UPDATE topicFile SET size = ? WHERE id = ?", [size, id])
        }
    }

    /// A file that was attached, unless it is too old.
    package func topicFile(_ id: String) async throws(CloudStoreError) -> TopicFile? {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try database.row("SELECT * FROM topicFile WHERE id = ? AND expires > ?", [id, now]).map(TopicFile.init)
        }
    }

    /// Forgets a file and removes it.
    package func removeTopicFile(_ id: String) async throws(CloudStoreError) {
        attachments.remove(id)
        try await write { context in try context.database.run("DELETE FROM topicFile WHERE id = ?", [id]) }
    }

    /// Removes a page of files that are too old.
    ///
    /// - Returns: Whether there may be more.
    package func expireTopicFiles() async throws(CloudStoreError) -> Bool {
        let now = currentDate.storedMilliseconds
        let ids = try await read { database in
            try database.rows(
                "SELECT id FROM topicFile WHERE expires <= ? ORDER BY expires LIMIT ?",
                [now, Self.pageLimit]
            ).map { $0["id"] as String }
        }
        // The file goes first: what is left of a crash in between is found again by its row.
        for id in ids { attachments.remove(id) }
        if !ids.isEmpty {
            try await write { context in
                for id in ids { try context.database.run("DELETE FROM topicFile WHERE id = ?", [id]) }
            }
        }
        return ids.count >= Self.pageLimit
    }
}

extension TopicFile {
    init(_ row: Row) {
        self.init(
            id: row["id"],
            sender: row["sender"],
            type: row["type"],
            size: row["size"],
            expires: row.date("expires")
        )
    }
}
