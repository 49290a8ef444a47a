import AsyncPrimitives
import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import JSON
import NIOCore

struct PublishController: Sendable {
    /// The lifetime of an attached file, in seconds.
    static let fileLifetime = 10_800.0
    static let deadline = Duration.seconds(120)
    static let emptyMessage = "triggered"

    let cloud: Cloud
    let access: TopicAccessControl
    let limits: VisitorLimits
    let takesFiles: Bool
    let delays: DelayParser

    func publish(
        _ request: Request,
        _ context: CloudContext,
        topic: String,
        sequenceID: String? = nil
    ) async throws -> Response {
        let visitor = try await access.visitor(request, context)
        try await check(topic, visitor)
        let now = cloud.now()
        let fields = RequestParameters(request)
        var publication = try Publication(fields, topic: topic, sequenceID: sequenceID, now: now, delays: delays)
        if request.headers[.contentType]?.lowercased().hasPrefix("text/markdown") == true {
            publication.message.contentType = "text/markdown"
        }
        let receiver = receiver(of: publication, from: visitor, request)
        let received = try await withDeadline(Self.deadline) {
            try await receiver.receive(request.body, length: request.headers[.contentLength].flatMap(Int.init))
        }
        guard let message = received else {
            throw CloudError(.timedOut, "This did not arrive within \(Self.deadline.components.seconds) seconds.")
        }
        return try await finish(message, publication)
    }

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
        try await check(body.topic, visitor)
        let now = cloud.now()
        let publication = try Publication(fields, topic: body.topic, actions: body.actions, now: now, delays: delays)
        let text = RequestBody(buffer: ByteBuffer(string: body.message))
        let receiver = receiver(of: publication, from: visitor, request)
        return try await finish(try await receiver.receive(text, length: nil, isFromJSON: true), publication)
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
        try await check(topic, visitor)
        guard TopicName.isValid(sequenceID) else { throw NtfyError.sequenceID }
        var message = NtfyMessage(time: cloud.now(), topic: topic)
        message.event = event
        message.sequenceID = sequenceID
        message.expires = message.time.addingTimeInterval(Publication.lifetime)
        try await cloud.publish(message.record, isKept: true, replacesScheduled: event == .delete)
        return JSONResponse.make(message.json)
    }

    private func check(_ topic: String, _ visitor: Visitor) async throws {
        guard TopicName.isValid(topic) else { throw NtfyError.topic }
        guard !TopicName.isReserved(topic) else { throw NtfyError.topicReserved }
        try await access.checkWrite(topic, visitor)
    }

    private func receiver(of publication: Publication, from visitor: Visitor, _ request: Request) -> BodyReceiver {
        BodyReceiver(
            cloud: cloud,
            limits: limits,
            publication: publication,
            sender: visitor.address,
            address: takesFiles ? BaseURL.of(request, cloud.configuration) : nil
        )
    }

    private func finish(_ received: NtfyMessage, _ publication: Publication) async throws -> Response {
        var message = received
        if message.message?.isEmpty != false { message.message = Self.emptyMessage }
        do {
            if publication.date != nil {
                try await cloud.schedule(message.record)
            } else {
                let replaces = message.sequenceID != nil
                try await cloud.publish(message.record, isKept: publication.isKept, replacesScheduled: replaces)
            }
        } catch {
            if message.attachment?.size != nil { try await cloud.discardFile(message.id) }
            throw error
        }
        return JSONResponse.make(message.json)
    }
}
