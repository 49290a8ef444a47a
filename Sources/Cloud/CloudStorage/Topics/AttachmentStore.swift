import FoundationEssentials
import SQLStore

/// A place for the files that are attached to messages of topics: a folder, the database, or a server of objects.
///
/// The id of a file has 1 to 64 ASCII letters and digits; an error for another one has the code `notFound`. If a place
/// fails, the code is `unavailable`, `diskFull` or `attachmentsUnavailable`.
package protocol AttachmentStore: Sendable {
    /// Keeps a complete upload, whose row exists; then it is durable. After an error it may be kept nevertheless.
    func put(_ upload: AttachmentWriter) async throws(CloudStoreError)

    /// Opens a file for reading; `nil` if it is not here.
    func content(of file: TopicFile) async throws(CloudStoreError) -> AttachmentContent?

    /// Removes a file; does nothing if it is not here.
    func remove(_ id: String) async throws(CloudStoreError)
}

/// The content of an uploaded file.
package struct AttachmentContent: Sendable {
    /// The number of bytes.
    package let size: Int
    /// Reads some of the bytes from a position on, which is before the end; none if the file was removed.
    package let read: @Sendable (_ offset: Int) async throws -> [UInt8]

    package init(size: Int, read: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]) {
        self.size = size
        self.read = read
    }
}

/// The files in the database, in parts, so that every node has them.
struct DatabaseAttachments: AttachmentStore {
    /// The number of bytes of a part.
    private static let partSize = 256 * 1024

    let store: CloudStore

    func put(_ upload: AttachmentWriter) async throws(CloudStoreError) {
        try await copy(try upload.reader(), as: upload.id)
    }

    /// Stores a file whose row exists; parts that are stored already stay.
    func copy(_ file: AttachmentReader, as id: String) async throws(CloudStoreError) {
        for offset in stride(from: 0, to: file.size, by: Self.partSize) {
            let bytes = Data(try file.read(at: offset, count: min(Self.partSize, file.size - offset)))
            try await store.write(.rowLocks) { context in
                let query = "SELECT id FROM topicFile WHERE id = ?"
                try context.lockRows(query, [id])
                guard try context.exists(query, [id]) else { throw CloudStoreError.removedWhileSent(id) }
                try context.run(
                    "INSERT INTO topicFilePart (id, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    [id, offset / Self.partSize, bytes]
                )
            }
        }
    }

    func content(of file: TopicFile) async throws(CloudStoreError) -> AttachmentContent? {
        if file.size > 0, try await bytes(of: file.id, at: 0) == nil { return nil }
        return AttachmentContent(size: file.size) { offset in
            Array(try await bytes(of: file.id, at: offset) ?? Data())
        }
    }

    /// Returns the bytes from a position on until the end of the part; `nil` if there are none.
    private func bytes(of id: String, at offset: Int) async throws(CloudStoreError) -> Data? {
        let bytes: Data? = try await store.value(
            "SELECT bytes FROM topicFilePart WHERE id = ? AND part = ?",
            [id, offset / Self.partSize]
        )
        return bytes?.dropFirst(offset % Self.partSize)
    }

    /// Does nothing, since a row takes its parts with it.
    func remove(_ id: String) {}
}

extension CloudStoreError {
    /// The error of an upload whose row was removed meanwhile.
    static func removedWhileSent(_ id: String) -> CloudStoreError {
        CloudStoreError(.attachmentsUnavailable, "The file \(id) was removed while it was sent.")
    }
}
