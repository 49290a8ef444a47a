package import FoundationEssentials
import SQLStore
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

    init(_ row: SQLRow) {
        id = row["id"]
        sender = row["sender"]
        type = row["type"]
        size = row["size"]
        expires = row.date("expires")
    }
}

extension CloudStore {
    package var attachments: AttachmentFolder { AttachmentFolder(path: folderPath + "/attachments") }

    /// The number of bytes of a part of a file in the database.
    private static let attachmentPart = 256 * 1024

    /// Copies an uploaded file into the database, if other nodes serve it too, and removes the file.
    package func shareAttachment(_ id: String, removesFile: Bool = true) async throws(CloudStoreError) {
        guard isShared, let file = try attachments.open(id) else { return }
        for offset in stride(from: 0, to: file.size, by: Self.attachmentPart) {
            let bytes = Data(try file.read(at: offset, count: min(Self.attachmentPart, file.size - offset)))
            try await run(
                "INSERT INTO topicFilePart (id, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [id, offset / Self.attachmentPart, bytes]
            )
        }
        if removesFile { attachments.remove(id) }
    }

    /// Opens a file that was uploaded; `nil` if it does not exist.
    package func attachment(_ file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        guard isShared else {
            guard let reader = try attachments.open(file.id) else { return nil }
            return AttachmentContent(size: reader.size) { offset in
                try reader.read(at: offset, count: min(Self.attachmentPart / 4, reader.size - offset))
            }
        }
        let id = file.id
        return AttachmentContent(size: file.size) { offset in
            let bytes: Data? = try await self.value(
                "SELECT bytes FROM topicFilePart WHERE id = ? AND part = ?",
                [id, offset / Self.attachmentPart]
            )
            return Array((bytes ?? Data()).dropFirst(offset % Self.attachmentPart))
        }
    }

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

/// The content of an uploaded file.
package struct AttachmentContent: Sendable {
    /// The number of bytes.
    package let size: Int
    /// Reads some of the bytes from a position on, which is before the end; none if the file was removed.
    package let read: @Sendable (_ offset: Int) async throws -> [UInt8]
}
