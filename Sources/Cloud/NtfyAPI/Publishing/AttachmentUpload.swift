import CloudCore
import CloudStorage
import NIOCore
import NIOPosix

/// A file that arrives as the body of a request.
struct AttachmentUpload: Sendable {
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
                senderLimit: VisitorLimits.visitorStorageLimit,
                totalLimit: VisitorLimits.totalStorageLimit
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

/// The media type of a file, and the ending of names of such files.
struct MediaType: Hashable, Sendable {
    /// What is neither known nor text.
    static let bytes = MediaType(name: "application/octet-stream", ending: ".bin")
    /// Plain text.
    static let text = MediaType(name: "text/plain; charset=utf-8", ending: ".txt")

    /// The types, each with the bytes that its files begin with, at their place.
    private static let signatures: [(offset: Int, bytes: [UInt8], type: MediaType)] = [
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], MediaType(name: "image/png", ending: ".png")),
        (0, [0xFF, 0xD8, 0xFF], MediaType(name: "image/jpeg", ending: ".jpg")),
        (0, Array("GIF8".utf8), MediaType(name: "image/gif", ending: ".gif")),
        (8, Array("WEBP".utf8), MediaType(name: "image/webp", ending: ".webp")),
        (4, Array("ftypavif".utf8), MediaType(name: "image/avif", ending: ".avif")),
        (4, Array("ftypheic".utf8), MediaType(name: "image/heic", ending: ".heic")),
        (4, Array("ftyp".utf8), MediaType(name: "video/mp4", ending: ".mp4")),
        (0, [0x1A, 0x45, 0xDF, 0xA3], MediaType(name: "video/webm", ending: ".webm")),
        (8, Array("WAVE".utf8), MediaType(name: "audio/wav", ending: ".wav")),
        (0, Array("ID3".utf8), MediaType(name: "audio/mpeg", ending: ".mp3")),
        (0, Array("OggS".utf8), MediaType(name: "audio/ogg", ending: ".ogg")),
        (0, Array("fLaC".utf8), MediaType(name: "audio/flac", ending: ".flac")),
        (0, Array("%PDF-".utf8), MediaType(name: "application/pdf", ending: ".pdf")),
        (0, [0x1F, 0x8B], MediaType(name: "application/gzip", ending: ".gz")),
        (0, Array("PK\u{3}\u{4}".utf8), MediaType(name: "application/zip", ending: ".zip")),
    ]

    /// The name, such as `image/png`.
    var name: String
    /// The ending, such as `.png`.
    var ending: String

    /// Finds out the type of a file by its first bytes; what browsers would carry out counts as text.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes, a few hundred are enough.
    ///   - filename: The file's name, for the ending of what is not known or text.
    init(_ bytes: some Collection<UInt8>, filename: String?) {
        let start = Array(bytes.prefix(512))
        let known = Self.signatures.first { start.dropFirst($0.offset).starts(with: $0.bytes) }
        if let known {
            self = known.type
            return
        }
        // A character may be cut in two at the end.
        let isText =
            !start.contains(0)
            && (0...3).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil || start.count < $0 }
        self = isText ? .text : .bytes
        if let given = Self.ending(of: filename) { ending = given }
    }

    private init(name: String, ending: String) {
        self.name = name
        self.ending = ending
    }

    private static func ending(of filename: String?) -> String? {
        guard let filename, let point = filename.lastIndex(of: "."), point != filename.startIndex else { return nil }
        let ending = filename[filename.index(after: point)...]
        guard (1...16).contains(ending.utf8.count), ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return "." + ending.lowercased()
    }
}
