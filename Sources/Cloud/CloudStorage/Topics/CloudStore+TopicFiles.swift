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
    /// The folder in which uploads arrive.
    package var uploads: AttachmentFolder { AttachmentFolder(path: folderPath + "/attachments") }

    /// The places of complete files: the one for new files, then the one that has those from before it was chosen.
    private var attachmentStores: [any AttachmentStore] {
        let own: any AttachmentStore = isShared ? DatabaseAttachments(store: self) : uploads
        return (objects.map { [$0] } ?? []) + [own]
    }

    /// Keeps a complete upload of a number of bytes; if it throws, the row must be discarded (``discardTopicFile(_:)``).
    package func keep(_ upload: AttachmentWriter, size: Int) async throws(CloudStoreError) {
        try await attachmentStores[0].put(upload)
        guard try await setSize(size, ofFile: upload.id) else {
            // Nothing finds it without its row.
            try await attachmentStores[0].remove(upload.id)
            throw .removedWhileSent(upload.id)
        }
    }

    /// Opens a file that was uploaded; `nil` if it does not exist.
    package func attachment(_ file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        for place in attachmentStores {
            if let content = try await place.content(of: file) { return content }
        }
        return nil
    }

    /// Removes what a process that was killed has left in the folder of uploads, which must be locked.
    ///
    /// Complete files stay if they belong to the folder's SQLite file, even if that is not used any more.
    package func removeLeftUploads(in folder: CloudFolder) {
        let ownsFiles = !isShared || FileManager.default.fileExists(atPath: folder.databasePath)
        uploads.removeLeftovers(includingComplete: !ownsFiles)
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

    /// Sets the size of a file; returns `true` if its row exists.
    @discardableResult
    package func setSize(_ size: Int, ofFile id: String) async throws(CloudStoreError) -> Bool {
        try await run("UPDATE topicFile SET size = ? WHERE id = ?", [size, id]) > 0
    }

    /// Returns an attached file; `nil` if it is unknown or expired.
    package func topicFile(_ id: String) async throws(CloudStoreError) -> TopicFile? {
        try await first(
            "SELECT * FROM topicFile WHERE id = ? AND expires > ?",
            [id, currentDate.storedMilliseconds],
            TopicFile.init
        )
    }

    /// Lets a file expire now, and gives its space back; ``expireTopicFiles(after:)`` removes it.
    package func discardTopicFile(_ id: String) async throws(CloudStoreError) {
        try await run(
            "UPDATE topicFile SET size = 0, expires = ? WHERE id = ?",
            [currentDate.storedMilliseconds, id]
        )
    }

    package func nextTopicFileEnd() async throws(CloudStoreError) -> Date? {
        try await date("SELECT MIN(expires) FROM topicFile")
    }

    /// Removes a page of the expired files whose ids are greater than one; ends early if a file cannot be removed.
    ///
    /// - Returns: The last id, which is that of the file that could not be removed if there is one; `nil` at the end of
    ///   all ids.
    package func expireTopicFiles(
        after id: String = ""
    ) async throws(CloudStoreError) -> (last: String?, failure: CloudStoreError?) {
        let ids: [String] = try await values(
            "SELECT id FROM topicFile WHERE expires <= ? AND id > ? ORDER BY id LIMIT ?",
            [currentDate.storedMilliseconds, id, Self.filePage]
        )
        var removed = 0
        var failure: CloudStoreError?
        // The files are removed before their rows, so that the rows find them again after a crash or a failure.
        for id in ids {
            do throws(CloudStoreError) {
                for place in attachmentStores { try await place.remove(id) }
                removed += 1
            } catch {
                failure = error
                break
            }
        }
        let gone = Array(ids.prefix(removed))
        if !gone.isEmpty {
            try await write { context in
                for id in gone { try context.run("DELETE FROM topicFile WHERE id = ?", [id]) }
            }
        }
        return (failure == nil ? (ids.count < Self.filePage ? nil : ids.last) : ids[removed], failure)
    }

    /// The largest number of files that are removed before their rows are.
    private static let filePage = 100
}
