import CloudCore
import CloudStorage
import Foundation
import Hummingbird
import NIOCore

/// Receives the body of a request that publishes: the text of the message, or a file that is attached to it.
///
/// A body is a file if the request has a filename, if the body is longer than a message may be, or if it is not UTF-8
/// text. If the request has the URL of an attachment, the body is always the text, and is cut if it is too long.
struct BodyReceiver: Sendable {
    let cloud: Cloud
    let limits: VisitorLimits
    let publication: Publication
    /// The network of the sender's address, to which limits apply.
    let sender: String
    /// The base URL of files; `nil` if files may not be attached.
    let address: String?

    private var message: NtfyMessage { publication.message }
    private var mayBeFile: Bool { !publication.isFileElsewhere && !publication.isUnifiedPush }

    /// Reads the body, and returns the message with its text and attachment; removes the file after an error.
    ///
    /// `length` is the `Content-Length` of the request. A body that is a member of a JSON object is always text.
    func receive(_ body: RequestBody, length: Int?, isFromJSON: Bool = false) async throws -> NtfyMessage {
        var start = ByteBuffer()
        var upload: AttachmentUpload?
        var dropped = 0
        do {
            for try await part in body {
                if publication.isFileElsewhere, start.readableBytes > VisitorLimits.messageSize {
                    dropped += part.readableBytes
                    guard dropped <= VisitorLimits.fileSize else { throw NtfyError.attachmentTooLarge }
                    continue
                }
                if upload != nil {
                    try upload?.write(part)
                    continue
                }
                start.writeImmutableBuffer(part)
                if publication.isFileElsewhere { continue }
                if start.readableBytes > VisitorLimits.messageSize || isFile(isFromJSON) {
                    upload = try await begin(start, length: length)
                    try upload?.write(start)
                }
            }
            if upload == nil, isFile(isFromJSON) || (mayBeFile && !isText(start)) {
                upload = try await begin(start, length: start.readableBytes)
                try upload?.write(start)
            }
            guard let upload else { return try take(start) }
            return attach(upload, size: try await upload.finish(cloud.store))
        } catch {
            if let upload { try await cloud.discardFile(upload.file.id) }
            throw error
        }
    }

    private func isFile(_ isFromJSON: Bool) -> Bool { mayBeFile && publication.filename != nil && !isFromJSON }

    private func isText(_ buffer: ByteBuffer) -> Bool {
        String(validating: buffer.readableBytesView, as: UTF8.self) != nil
    }

    private func take(_ buffer: ByteBuffer) throws -> NtfyMessage {
        var message = message
        let buffer = publication.isFileElsewhere ? Self.cut(buffer) : buffer
        guard let text = String(validating: buffer.readableBytesView, as: UTF8.self) else {
            guard publication.isUnifiedPush else { throw NtfyError.notUTF8 }
            message.message = Data(buffer.readableBytesView).base64EncodedString()
            message.encoding = "base64"
            return message
        }
        if publication.isUnifiedPush {
            message.message = text
        } else if !text.isEmpty {
            message.message = text.trimmingSpace()
        }
        if let attachment = message.attachment, message.message?.isEmpty != false {
            message.message = "You received a file: \(attachment.name)"
        }
        return message
    }

    /// Cuts a text to the size of a message, at the end of a character.
    private static func cut(_ buffer: ByteBuffer) -> ByteBuffer {
        let bytes = buffer.readableBytesView
        guard bytes.count > VisitorLimits.messageSize else { return buffer }
        var end = bytes.startIndex + VisitorLimits.messageSize
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return ByteBuffer(bytes: bytes[..<end])
    }

    private func begin(_ start: ByteBuffer, length: Int?) async throws -> AttachmentUpload {
        guard mayBeFile else { throw NtfyError.attachmentTooLarge }
        guard address != nil else { throw NtfyError.attachmentsDisabled }
        let expires = cloud.now().addingTimeInterval(PublishController.fileLifetime)
        guard message.time <= expires else { throw NtfyError.attachmentEndsBeforeDelivery }
        guard length ?? 0 <= VisitorLimits.fileSize else { throw NtfyError.attachmentTooLarge }
        let type = MediaType(start.readableBytesView, filename: publication.filename)
        return try await AttachmentUpload(
            TopicFile(
                id: message.id,
                sender: sender,
                type: type.name,
                size: length ?? VisitorLimits.fileSize,
                expires: expires
            ),
            fileExtension: type.fileExtension,
            cloud: cloud,
            limits: limits
        )
    }

    private func attach(_ upload: AttachmentUpload, size: Int) -> NtfyMessage {
        var message = message
        let name = publication.filename ?? "attachment\(upload.fileExtension)"
        message.attachment = NtfyMessage.Attachment(
            name: name,
            url: "\(address ?? "")/file/\(message.id)\(upload.fileExtension)",
            type: upload.file.type,
            size: size,
            expires: upload.file.expires
        )
        if message.message?.isEmpty != false { message.message = "You received a file: \(name)" }
        return message
    }
}
