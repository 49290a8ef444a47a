import CloudCore
import CloudStorage
import NIOCore

struct AttachmentUpload: Sendable {
    let file: TopicFile
    let limits: VisitorLimits
    let fileExtension: String
    private let writer: AttachmentWriter
    private var size = 0

    /// Begins an upload, whose space stays reserved until the file is finished or removed; 41301 if there is none.
    init(_ file: TopicFile, fileExtension: String, cloud: Cloud, limits: VisitorLimits) async throws {
        guard
            try await cloud.reserve(
                file,
                senderLimit: VisitorLimits.visitorStorageLimit,
                totalLimit: VisitorLimits.totalStorageLimit
            )
        else { throw NtfyError.attachmentTooLarge }
        do {
            writer = try cloud.store.uploads.create(file.id)
        } catch {
            try await cloud.discardFile(file.id)
            throw error
        }
        self.file = file
        self.limits = limits
        self.fileExtension = fileExtension
    }

    /// Appends a part; ``NtfyError`` 41301 if the file becomes too large, or its sender exceeds the daily limit.
    mutating func write(_ part: ByteBuffer) throws {
        size += part.readableBytes
        guard size <= file.size, limits.takeBandwidth(part.readableBytes, of: file.sender) else {
            throw NtfyError.attachmentTooLarge
        }
        try part.withUnsafeReadableBytes { bytes in try writer.write(bytes) }
    }

    /// Completes the file, and returns its size in bytes.
    func finish(_ store: CloudStore) async throws -> Int {
        try await store.keep(writer, size: size)
        return size
    }
}

struct MediaType: Hashable, Sendable {
    /// The type of content that is neither known nor text.
    static let bytes = MediaType(name: "application/octet-stream", fileExtension: ".bin")
    static let text = MediaType(name: "text/plain; charset=utf-8", fileExtension: ".txt")

    /// The known types with the signature bytes of their files.
    private static let signatures: [(offset: Int, bytes: [UInt8], type: MediaType)] = [
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], MediaType(name: "image/png", fileExtension: ".png")),
        (0, [0xFF, 0xD8, 0xFF], MediaType(name: "image/jpeg", fileExtension: ".jpg")),
        (0, Array("GIF8".utf8), MediaType(name: "image/gif", fileExtension: ".gif")),
        (8, Array("WEBP".utf8), MediaType(name: "image/webp", fileExtension: ".webp")),
        (4, Array("ftypavif".utf8), MediaType(name: "image/avif", fileExtension: ".avif")),
        (4, Array("ftypheic".utf8), MediaType(name: "image/heic", fileExtension: ".heic")),
        (4, Array("ftyp".utf8), MediaType(name: "video/mp4", fileExtension: ".mp4")),
        (0, [0x1A, 0x45, 0xDF, 0xA3], MediaType(name: "video/webm", fileExtension: ".webm")),
        (8, Array("WAVE".utf8), MediaType(name: "audio/wav", fileExtension: ".wav")),
        (0, Array("ID3".utf8), MediaType(name: "audio/mpeg", fileExtension: ".mp3")),
        (0, Array("OggS".utf8), MediaType(name: "audio/ogg", fileExtension: ".ogg")),
        (0, Array("fLaC".utf8), MediaType(name: "audio/flac", fileExtension: ".flac")),
        (0, Array("%PDF-".utf8), MediaType(name: "application/pdf", fileExtension: ".pdf")),
        (0, [0x1F, 0x8B], MediaType(name: "application/gzip", fileExtension: ".gz")),
        (0, Array("PK\u{3}\u{4}".utf8), MediaType(name: "application/zip", fileExtension: ".zip")),
    ]

    var name: String
    var fileExtension: String
}

extension MediaType {
    /// Determines the type of a file from its first bytes, as text if browsers would execute it; text and unknown types
    /// keep the extension of `filename`.
    init(_ bytes: some Collection<UInt8>, filename: String?) {
        let start = Array(bytes.prefix(512))
        if let known = Self.signatures.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes) }) {
            self = known.type
            return
        }
        // The last character may be incomplete.
        let isText =
            !start.contains(0)
            && (0...3).contains { String(validating: start.dropLast($0), as: UTF8.self) != nil || start.count < $0 }
        self = isText ? .text : .bytes
        if let given = Self.fileExtension(of: filename) { fileExtension = given }
    }

    private static func fileExtension(of filename: String?) -> String? {
        guard let filename, let point = filename.lastIndex(of: "."), point != filename.startIndex else { return nil }
        let fileExtension = filename[filename.index(after: point)...]
        guard fileExtension.isASCIIName(limit: 16) else { return nil }
        return "." + fileExtension.lowercased()
    }
}
