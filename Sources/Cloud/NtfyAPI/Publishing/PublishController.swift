import AsyncPrimitives
import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

/// Publishes messages, and marks them as read or deleted.
struct PublishController: Sendable {
    /// The lifetime of a message after its publication, in seconds.
    static let lifetime = 43_200.0
    /// The lifetime of an attached file, in seconds.
    static let fileLifetime = 10_800.0
    /// The time limit for the arrival of a body.
    static let deadline = Duration.seconds(120)
    /// The text of a message that has none.
    static let emptyMessage = "triggered"

    let cloud: Cloud
    let access: TopicAccessControl
    let limits: VisitorLimits
    /// `true` if files may be attached to messages.
    let takesFiles: Bool
    let delays: DelayParser

    /// Publishes the message of a request to the topic in its path.
    func publish(
        _ request: Request,
        _ context: CloudContext,
        topic: String,
        sequenceID: String? = nil
    ) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        try check(topic)
        try await access.checkWrite(topic, visitor)
        let fields = RequestParameters(request)
        var publication = try Publication(fields, sequenceID: sequenceID, now: cloud.now(), delays: delays)
        if request.headers[.contentType]?.lowercased().hasPrefix("text/markdown") == true {
            publication.isMarkdown = true
        }
        let receiver = receiver(of: publication, to: topic, from: visitor.address, request)
        let received = try await withDeadline(Self.deadline) {
            try await receiver.receive(request.body, length: request.headers[.contentLength].flatMap(Int.init))
        }
        guard let message = received else {
            throw CloudError(.timedOut, "This did not arrive within \(Self.deadline.components.seconds) seconds.")
        }
        return try await finish(message, publication)
    }

    /// Publishes a message from a JSON object, which contains the topic.
    func publishJSON(_ request: Request, _ context: CloudContext) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        let json: JSONValue
        do {
            let bytes = try await BodyReader.bytes(of: request, limit: PublicationJSON.limit)
            json = try LenientJSON.parse(bytes.readableBytesView, depthLimit: BodyReader.depthLimit)
        } catch let error as RequestBodyError where error.code == .invalid {
            throw NtfyError.messageJSON
        } catch is JSONSyntaxError {
            throw NtfyError.messageJSON
        }
        var fields = RequestParameters(request)
        let body = try PublicationJSON(json, &fields)
        try check(body.topic)
        try await access.checkWrite(body.topic, visitor)
        let publication = try Publication(
            fields,
            sequenceID: nil,
            actions: body.actions,
            now: cloud.now(),
            delays: delays
        )
        let receiver = receiver(of: publication, to: body.topic, from: visitor.address, request)
        let text = ByteBuffer(string: body.message)
        let message = try await receiver.receive(RequestBody(buffer: text), length: nil, isFromJSON: true)
        return try await finish(message, publication)
    }

    /// Publishes that a sequence was read or deleted; a deletion also drops its scheduled messages.
    func withdraw(
        _ event: NtfyMessage.Event,
        _ request: Request,
        _ context: CloudContext,
        topic: String,
        sequenceID: String
    ) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        try check(topic)
        try await access.checkWrite(topic, visitor)
        guard TopicName.isValid(sequenceID) else { throw NtfyError.sequenceID }
        var message = NtfyMessage(time: cloud.now(), topic: topic)
        message.event = event
        message.sequenceID = sequenceID
        message.expires = message.time.addingTimeInterval(Self.lifetime)
        try await cloud.publish(
            message.record(lifetime: Self.lifetime),
            isKept: true,
            replacesScheduled: event == .delete
        )
        return JSONResponse.make(message.json)
    }

    private func check(_ topic: String) throws(NtfyError) {
        guard TopicName.isValid(topic) else { throw .topic }
        guard !TopicName.isReserved(topic) else { throw .topicReserved }
    }

    private func receiver(
        of publication: Publication,
        to topic: String,
        from sender: String,
        _ request: Request
    ) -> BodyReceiver {
        BodyReceiver(
            cloud: cloud,
            limits: limits,
            message: makeMessage(publication, topic),
            publication: publication,
            sender: sender,
            address: takesFiles ? BaseURL.of(request, cloud.configuration) : nil
        )
    }

    private func makeMessage(_ publication: Publication, _ topic: String) -> NtfyMessage {
        var message = NtfyMessage(time: publication.date ?? cloud.now(), topic: topic)
        message.expires = publication.isKept ? message.time.addingTimeInterval(Self.lifetime) : nil
        message.sequenceID = publication.sequenceID
        message.title = publication.title
        message.message = publication.message
        message.priority = publication.priority
        message.tags = publication.tags
        message.click = publication.click
        message.icon = publication.icon
        message.actions = publication.actions
        message.contentType = publication.isMarkdown ? "text/markdown" : nil
        if let url = publication.attachmentURL {
            message.attachment = NtfyMessage.Attachment(name: publication.attachmentName, url: url)
        }
        return message
    }

    private func finish(_ received: NtfyMessage, _ publication: Publication) async throws -> Response {
        var message = received
        if message.message?.isEmpty != false { message.message = Self.emptyMessage }
        let record = message.record(lifetime: Self.lifetime)
        do {
            if publication.date != nil {
                try await cloud.schedule(record)
            } else {
                try await cloud.publish(
                    record,
                    isKept: publication.isKept,
                    replacesScheduled: publication.sequenceID != nil
                )
            }
        } catch {
            if message.attachment?.size != nil { try await cloud.store.removeTopicFile(message.id) }
            throw error
        }
        return JSONResponse.make(message.json)
    }
}
