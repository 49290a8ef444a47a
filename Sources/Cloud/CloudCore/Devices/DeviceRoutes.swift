package import CloudStorage
import HTTPServing
import HTTPTypes
package import Hummingbird
import JSON
import NIOCore

/// The routes for hosts: joining, registering apps, the event stream (described in Documentation/Protocol.md).
package struct DeviceRoutes: CloudRoutes {
    private let cloud: Cloud

    package init(cloud: Cloud) { self.cloud = cloud }

    package var requestProtocol: RequestProtocol { .device }

    package func owns(_ path: String) -> Bool { path.hasPrefix("/api/today/") }

    package func addRoutes(to router: Router<CloudContext>) {
        let routes = router.group("api/today").add(
            middleware: ErrorMiddleware { Self.response(to: try CloudError(translating: $0, $1)) }
        )
        routes.post("devices", use: join)
        routes.get("device", use: describe)
        routes.delete("device", use: leave)
        routes.put("channels/:app", use: register)
        routes.delete("channels/:app", use: unregister)
        routes.get("events", use: stream)
        routes.post("acknowledge", use: acknowledge)
        routes.post("answered", use: reportAnswered)
        routes.get("topics", use: topics)
        routes.put("topics/:topic", use: subscribe)
        routes.delete("topics/:topic", use: unsubscribe)
    }

    package func refusal(_ failure: CloudError) -> Response { Self.response(to: failure) }

    /// Makes the JSON of an error: `{"code": "notFound", "message": "…"}`.
    private static func response(to failure: CloudError) -> Response {
        JSONResponse.failure(
            ["code": .string(failure.code.rawValue), "message": .string(failure.message)],
            status: failure.code.status,
            retryAfter: failure.retryAfter
        )
    }

    // MARK: - Joining and leaving

    @Sendable @concurrent private func join(_ request: Request, _ context: CloudContext) async throws -> Response {
        let body = try await BodyReader.json(of: request)
        guard let token = body["token"]?.stringValue, let name = body["name"]?.stringValue else {
            throw CloudError(.invalid, "\"token\" and \"name\" are strings.")
        }
        do {
            let (device, own) = try await cloud.join(token: token, name: name)
            return JSONResponse.make(
                [
                    "device_id": .string(device.id.text), "device_token": .string(own), "user": .string(device.person),
                    "epoch": .string(cloud.store.epoch),
                ],
                status: .created
            )
        } catch let error as CloudError where error.code == .forbidden {
            try context.recordWrongSecret()
            throw error
        }
    }

    @Sendable @concurrent private func describe(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await cloud.device(of: request, context)
        return JSONResponse.make([
            "device_id": .string(device.id.text), "name": .string(device.name), "user": .string(device.person),
            "epoch": .string(cloud.store.epoch),
        ])
    }

    @Sendable @concurrent private func leave(_ request: Request, _ context: CloudContext) async throws -> Response {
        try await cloud.leave(try await cloud.device(of: request, context))
        return JSONResponse.done()
    }

    // MARK: - Apps

    @Sendable @concurrent private func register(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await cloud.device(of: request, context)
        let channel = try DeviceChannelRequest(json: try await BodyReader.json(of: request))
        let (registered, password) = try await cloud.register(app: try app(context), on: device, channel: channel)
        return JSONResponse.make([
            "channel_id": .string(registered.channel.text),
            "inbox": ["user_id": .string(registered.inbox.text), "password": .string(password)],
        ])
    }

    @Sendable @concurrent private func unregister(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let device = try await cloud.device(of: request, context)
        guard let app = try await cloud.store.app(name: try app(context)),
            try await cloud.store.removeDeviceChannel(of: device.number, app: app.number)
        else { throw CloudError(.notFound, "This app is not registered on this device.") }
        return JSONResponse.done()
    }

    private func app(_ context: CloudContext) throws -> String { try context.parameters.require("app") }

    // MARK: - Events

    @Sendable @concurrent private func stream(_ request: Request, _ context: CloudContext) async throws -> Response {
        try cloud.checkAcceptsStreams()
        let device = try await cloud.device(of: request, context)
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
        let text = last ?? request.uri.queryParameters.get("after") ?? "0"
        guard let position = Int64(text), position >= 0 else {
            throw CloudError(.invalid, "\"after\" is the number of an event, or 0.")
        }
        try await cloud.store.touch(device.number)
        let stream = DeviceStream(
            device: device,
            store: cloud.store,
            hub: cloud.hub,
            heartbeat: cloud.configuration.heartbeat
        )
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        guard let connection = context.connection else {
            return Response(status: .ok, headers: headers, body: body(of: stream, request, after: position))
        }
        headers[.connection] = "close"
        let hello = try await stream.hello()
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { [hub = cloud.hub] _ in
                let chunks = try await ChunkStream.begin(on: connection, leaving: CloudServer.handlers)
                DeviceConnection(device.number, after: position, over: chunks, of: hub).open(hello)
                throw ChunkStream.TookOver()
            }
        )
    }

    /// The body of a stream that its task writes.
    private func body(of stream: DeviceStream, _ request: Request, after position: Int64) -> ResponseBody {
        ResponseBody { writer in
            let sink = stream.hub.open(stream.device.number, after: position)
            // Cancelled and awaited at the end of this scope.
            async let _ = request.waitForDisconnect { sink.mailbox.end() }
            try await stream.run(sink) { text in try await writer.write(ByteBuffer(string: text)) }
            try await writer.finish(nil)
        }
    }

    @Sendable @concurrent private func acknowledge(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let device = try await cloud.device(of: request, context)
        guard let sequence = try await BodyReader.json(of: request)["sequence"]?.integerValue, sequence >= 0 else {
            throw CloudError(.invalid, "\"sequence\" is the number of the last event that was taken in.")
        }
        try await cloud.store.acknowledge(device.number, upTo: Int64(sequence))
        return JSONResponse.done()
    }

    @Sendable @concurrent private func reportAnswered(
        _ request: Request,
        _ context: CloudContext
    ) async throws -> Response {
        let device = try await cloud.device(of: request, context)
        let body = try await BodyReader.json(of: request)
        let pushes = body["push_ids"]?.arrayValue?.compactMap(\.stringValue) ?? []
        guard let app = body["app"]?.stringValue, (1...Cloud.appNameLimit).contains(app.utf8.count),
            pushes.count == body["push_ids"]?.arrayValue?.count,
            (1...Cloud.answerLimit).contains(pushes.count), pushes.allSatisfy(Cloud.isPushID)
        else {
            throw CloudError(
                .invalid,
                "\"app\" has 1 to \(Cloud.appNameLimit) bytes, and \"push_ids\" are 1 to \(Cloud.answerLimit) ids of pushes."
            )
        }
        try await cloud.reportAnswered(pushes, of: app, on: device)
        return JSONResponse.done()
    }

    // MARK: - Topics

    @Sendable @concurrent private func topics(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await cloud.device(of: request, context)
        let topics = try await cloud.store.topics(of: device.person)
        return JSONResponse.make(["topics": .array(topics.map { .string($0) })])
    }

    @Sendable @concurrent private func subscribe(_ request: Request, _ context: CloudContext) async throws -> Response {
        let device = try await cloud.device(of: request, context)
        let topic = try context.parameters.require("topic")
        guard TopicName.isValid(topic) else {
            throw CloudError(.invalid, "A topic has 1 to 64 letters, digits, hyphens and underscores.")
        }
        guard !TopicName.isReserved(topic) else { throw CloudError(.invalid, "\"\(topic)\" is no topic's name.") }
        guard try await cloud.topicRights(of: device.person, to: [topic]).allSatisfy(\.mayRead) else {
            throw CloudError(
                .forbidden,
                "\(device.person) may not read \(topic); the cloud's operator can allow it: today cloud access set."
            )
        }
        guard try await cloud.store.subscribe(device.person, to: topic) else {
            throw CloudError(.unauthorized, "This device was revoked.")
        }
        return JSONResponse.done()
    }

    @Sendable @concurrent private func unsubscribe(_ request: Request, _ context: CloudContext) async throws -> Response
    {
        let device = try await cloud.device(of: request, context)
        let topic = try context.parameters.require("topic")
        guard try await cloud.store.unsubscribe(device.person, from: topic) else {
            throw CloudError(.notFound, "\(device.person) does not subscribe to this topic.")
        }
        return JSONResponse.done()
    }
}

extension Cloud {
    /// Returns the device whose token a request has; ``CloudError`` `unauthorized` or `tooMany` otherwise.
    package func device(of request: Request, _ context: CloudContext) async throws -> DeviceRecord {
        guard let token = Credentials(request.headers).bearer else {
            throw CloudError(.unauthorized, "Send the device's token: Authorization: Bearer TOKEN")
        }
        do {
            let device = try await device(token: token)
            try context.checkRate(key: "device \(device.number.value)")
            return device
        } catch let error as CloudError where error.code == .unauthorized {
            try context.recordWrongSecret()
            throw error
        }
    }
}
