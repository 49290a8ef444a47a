package import FoundationEssentials
import GRDB
import SQLiteSupport

package struct TopicFile: Hashable, Sendable {
    package var id: String
    /// The sender's address, for which the limits apply.
    package var sender: String
    package var type: String
    /// Its size in bytes; during the upload, the largest allowed size.
    package var size: Int
    package var expires: Date

    package init(id: String, sender: String, type: String, size: Int, expires: Date) {
        self.id = id
        self.sender = sender
        self.type = type
        self.size = size
        self.expires = expires
    }

    init(_ row: Row) {
        id = row["id"]
        sender = row["sender"]
        type = row["type"]
        size = row["size"]
        expires = row.date("expires")
    }
}

extension CloudStore {
    package var attachments: AttachmentFolder { AttachmentFolder(path: folderPath + "/attachments") }

    /// Reserves the largest size of a file before its upload, so that simultaneous uploads stay within the limits of
    /// its sender and of all files, in bytes; returns `true` if there was space.
    package func reserve(
        _ file: TopicFile,
        senderLimit: Int,
        totalLimit: Int
    ) async throws(CloudStoreError) -> Bool {
        try await write { context in
            let used = try context.row(
                """
                SELECT COALESCE(SUM(size), 0) AS total, COALESCE(SUM(CASE WHEN sender = ? THEN size END), 0) AS own
                FROM topicFile
                """,
                [file.sender]
            )
            guard let used, used["total"] + file.size <= totalLimit, used["own"] + file.size <= senderLimit else {
                return false
            }
            try context.run(
                "INSERT INTO topicFile (id, sender, type, size, expires) VALUES (?, ?, ?, ?, ?)",
                [file.id, file.sender, file.type, file.size, file.expires.storedMilliseconds]
            )
            return true
        }
    }

    /// Returns the total size of a sender's files, in bytes.
    package func sizeOfTopicFiles(from sender: String) async throws(CloudStoreError) -> Int {
        try await value("SELECT SUM(size) FROM topicFile WHERE sender = ?", [sender]) ?? 0
    }

    package func setSize(_ size: Int, ofFile id: String) async throws(CloudStoreError) {
        try await run("UPDATE topicFile SET size = ? WHERE id = ?", [size, id])
    }

    /// Returns an attached file; `nil` if it is unknown or expired.
    package func topicFile(_ id: String) async throws(CloudStoreError) -> TopicFile? {
        try await first(
            "SELECT * FROM topicFile WHERE id = ? AND expires > ?",
            [id, currentDate.storedMilliseconds],
            TopicFile.init
        )
    }

    package func removeTopicFile(_ id: String) async throws(CloudStoreError) {
        attachments.remove(id)
        try await run("DELETE FROM topicFile WHERE id = ?", [id])
    }

    /// Removes a page of expired files; returns `true` if there may be more.
    package func expireTopicFiles() async throws(CloudStoreError) -> Bool {
        let ids: [String] = try await values(
            "SELECT id FROM topicFile WHERE expires <= ? ORDER BY expires LIMIT ?",
            [currentDate.storedMilliseconds, Self.pageLimit]
        )
        // The files are removed before their rows, so that the rows find them again after a crash in between.
        for id in ids { attachments.remove(id) }
        if !ids.isEmpty {
            try await write { context in
                for id in ids { try context.run("DELETE FROM topicFile WHERE id = ?", [id]) }
            }
        }
        return ids.count >= Self.pageLimit
    }
}
