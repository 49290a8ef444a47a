import Cloud
import CloudStore
import NIOCore
import NIOPosix

/// A file that arrives as the body of a request.
struct Upload: Sendable {
    let file: TopicFile
    let limits: VisitorLimits
    /// What the name of such a file ends with.
    let ending: String
    private let writer: AttachmentWriter
    private var size = 0

    /// Begins a file; room for it is kept until it is finished or removed.
    ///
    /// - Throws: ``NtfyError`` 41301 if there is no room.
    init(_ file: TopicFile, ending: String, cloud: Cloud, limits: VisitorLimits) async throws {
        guard
            try await cloud.reserve(
                file,
                senderLimit: VisitorLimits.filesOfVisitor,
                totalLimit: VisitorLimits.filesOfAll
            )
        else { throw NtfyError.attachmentTooLarge }
        do {
            writer = try cloud.store.attachments.create(file.id)
        } catch {
            try await cloud.store.removeTopicFile(file.id)
            throw error
        }
        self.file = file
        self.limits = limits
        self.ending = ending
    }

    /// Appends a part.
    ///
    /// - Throws: ``NtfyError`` 41301 if the file becomes too large, or its sender has sent too much today.
    mutating func write(_ part: ByteBuffer) throws {
        size += part.readableBytes
        guard size <= file.size, limits.takeBandwidth(part.readableBytes, of: file.sender) else {
            throw NtfyError.attachmentTooLarge
        }
        try part.withUnsafeReadableBytes { bytes in try writer.write(bytes) }
    }

    /// Completes the file.
    ///
    /// - Returns: How many bytes it has.
    func finish(_ store: CloudStore) async throws -> Int {
        // Putting a large file on disk takes long: the threads that carry all tasks are not to wait for it.
        try await NIOThreadPool.singleton.runIfActive { [writer] in try writer.finish() }
        try await store.setSize(size, ofFile: file.id)
        return size
    }
}
