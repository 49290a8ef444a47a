import FoundationEssentials
import HostModel
package import HostStorage
import JSON
package import TodayProtocol

/// The client of a cloud's device API (Documentation/Protocol.md): linking, apps, topics and Airship's inboxes.
package struct DeviceAPI: Sendable {
    /// Largest size of an inbox's list, in bytes.
    static let listLimit = 32 * 1024 * 1024
    /// Largest number of JSON values in an inbox's list: a hundred for each message that the host keeps.
    static let listValues = 100 * RemoteInbox.limit
    /// Largest number of messages that one request may change.
    static let changeLimit = 500
    /// Largest number of answered pushes that one request may report.
    static let answerLimit = 100

    package let address: CloudAddress
    /// The host's own token; empty until the host has joined.
    let token: String
    let transport: any CloudTransport

    // MARK: - Joining and leaving

    /// Joins the cloud with a one-time token, under a name; throws `forbidden` if the token was used, revoked or
    /// expired.
    package func join(token: String, name: String, isLocal: Bool) async throws(CloudFailure) -> CloudLink {
        let body: JSONValue = ["token": .string(token), "name": .string(name)]
        let answer = try json(try await send("POST", today("devices"), headers: [:], body: body))
        guard let device = answer["device_id"]?.stringValue, let own = answer["device_token"]?.stringValue,
            let user = answer["user"]?.stringValue, let epoch = answer["epoch"]?.stringValue,
            [device, own, user, epoch].allSatisfy({ (1...512).contains($0.utf8.count) })
        else { throw .malformed(address) }
        return CloudLink(
            url: address.description,
            deviceID: device,
            deviceToken: own,
            user: user,
            epoch: epoch,
            sequence: 0,
            isLocal: isLocal
        )
    }

    /// Removes this device from the cloud, which invalidates its token.
    package func leave() async throws(CloudFailure) { try await send("DELETE", today("device")) }

    // MARK: - Apps

    /// Registers an app, and returns its channel with credentials of its inbox, which replace earlier ones; throws
    /// `notFound` if the cloud has no keys for the app.
    package func register(
        _ app: AppID,
        _ registration: ChannelRegistration
    ) async throws(CloudFailure) -> CloudChannel {
        let answer = try json(try await send("PUT", today("channels", app.rawValue), body: registration.json))
        guard let channel = answer["channel_id"]?.stringValue, let user = answer["inbox"]?["user_id"]?.stringValue,
            let password = answer["inbox"]?["password"]?.stringValue,
            [channel, user, password].allSatisfy({ (1...512).contains($0.utf8.count) })
        else { throw .malformed(address) }
        return CloudChannel(app: app, channelID: channel, inboxUser: user, inboxPassword: password)
    }

    /// Unregisters an app; does nothing if the cloud does not know it.
    package func unregister(_ app: AppID) async throws(CloudFailure) {
        do throws(CloudFailure) {
            try await send("DELETE", today("channels", app.rawValue))
        } catch  where error.code == .notFound {}
    }

    // MARK: - Events

    func streamRequest(after sequence: Int64) -> CloudRequest {
        CloudRequest(
            method: "GET",
            url: address.url(today("events"), query: [("after", String(sequence))]),
            headers: ["Authorization": "Bearer \(token)", "Accept": "text/event-stream"],
            deadline: .seconds(20)
        )
    }

    func acknowledge(_ sequence: Int64) async throws(CloudFailure) {
        try await send("POST", today("acknowledge"), body: ["sequence": .integer(Int(sequence))])
    }

    func reportAnswered(_ pushes: [String], of app: AppID) async throws(CloudFailure) {
        let body: JSONValue = ["app": .string(app.rawValue), "push_ids": .array(pushes.map(JSONValue.string))]
        try await send("POST", today("answered"), body: body)
    }

    // MARK: - Topics

    package func topics() async throws(CloudFailure) -> [String] {
        let answer = try json(try await send("GET", today("topics")))
        guard let topics = answer["topics"]?.arrayValue else { throw .malformed(address) }
        return topics.compactMap(\.stringValue)
    }

    /// Subscribes the person's devices to a topic, or ends the subscription.
    package func setTopic(_ name: String, subscribed: Bool) async throws(CloudFailure) {
        do throws(CloudFailure) {
            try await send(subscribed ? "PUT" : "DELETE", today("topics", name))
        } catch  where error.code == .notFound && !subscribed {}
    }

    // MARK: - Inboxes

    /// Requests the list of an inbox; `nil` if it has not changed since the version that the host has.
    func list(_ inbox: CloudChannel, since version: String?) async throws(CloudFailure) -> RemoteInbox? {
        var headers = ["Authorization": inbox.authorization]
        headers["If-Modified-Since"] = version
        let answer = try await send("GET", inbox.messages(), headers: headers, accepts: [304], limit: Self.listLimit)
        guard answer.status != 304 else { return nil }
        guard let json = try? JSONValue(parsing: answer.body, depthLimit: 32, valueLimit: Self.listValues),
            let messages = json["messages"]?.arrayValue
        else { throw .malformed(address) }
        return RemoteInbox(json: messages, version: answer.headers["last-modified"])
    }

    /// Requests the body of a message, as it was sent.
    func body(of message: MessageID, _ inbox: CloudChannel) async throws(CloudFailure) -> CloudResponse {
        let headers = ["Authorization": inbox.authorization]
        let path = inbox.messages("message", message.rawValue, "body")
        return try await send("GET", path, headers: headers, limit: MessageBody.sourceLimit)
    }

    /// Marks messages as read or unread, or deletes them; Airship's own routes have no `mark-unread`.
    func change(_ kind: MessageChange.Kind, _ messages: [MessageID], _ inbox: CloudChannel) async throws(CloudFailure) {
        let action =
            switch kind {
            case .read: "unread"
            case .unread: "mark-unread"
            case .delete: "delete"
            }
        let body: JSONValue = ["messages": .array(messages.map { ["message_id": .string($0.rawValue)] })]
        try await send("POST", inbox.messages(action), headers: ["Authorization": inbox.authorization], body: body)
    }
}

// MARK: - Requests

extension DeviceAPI {
    init(_ link: CloudLink, over transport: any CloudTransport) throws(CloudFailure) {
        // Plain http was permitted or refused when the host joined.
        let address = try CloudAddress(link.url, isInsecure: true)
        self.init(address: address, token: link.deviceToken, transport: transport)
    }

    /// Returns the path of a route of Today's own.
    private func today(_ parts: String...) -> [String] { ["api", "today"] + parts }

    private func json(_ answer: CloudResponse) throws(CloudFailure) -> JSONValue {
        guard let json = try? JSONValue(parsing: answer.body, depthLimit: 32) else { throw .malformed(address) }
        return json
    }

    func request(
        _ method: String,
        _ path: [String],
        headers: [String: String]? = nil,
        body: JSONValue? = nil,
        limit: Int = 256 * 1024
    ) -> CloudRequest {
        var request = CloudRequest(method: method, url: address.url(path), responseLimit: limit)
        request.headers = headers ?? ["Authorization": "Bearer \(token)"]
        request.headers["Accept"] = "application/json"
        if let body {
            request.body = body.jsonBytes()
            request.headers["Content-Type"] = "application/json"
        }
        return request
    }

    /// Sends a request and reads the response; its status must be a success, or one of `accepts`.
    @discardableResult
    private func send(
        _ method: String,
        _ path: [String],
        headers: [String: String]? = nil,
        body: JSONValue? = nil,
        accepts: Set<Int> = [],
        limit: Int = 256 * 1024
    ) async throws(CloudFailure) -> CloudResponse {
        let request = request(method, path, headers: headers, body: body, limit: limit)
        let answer = try await transport.send(request)
        guard (200..<300).contains(answer.status) || accepts.contains(answer.status) else {
            throw CloudFailure(answer, from: address)
        }
        return answer
    }
}

extension CloudChannel {
    fileprivate var authorization: String {
        "Basic " + Data("\(inboxUser):\(inboxPassword)".utf8).base64EncodedString()
    }

    fileprivate func messages(_ parts: String...) -> [String] { ["api", "user", inboxUser, "messages"] + parts }
}

extension CloudFailure {
    init(_ answer: CloudResponse, from address: CloudAddress) {
        let body = try? JSONValue(parsing: answer.body, depthLimit: 16)
        // The device routes have the sentence in `message`, Airship's in `error`.
        let sentence = body?["message"]?.stringValue ?? body?["error"]?.stringValue
        let message = sentence.map { String($0.prefix(300)) } ?? "\(address.server) answered \(answer.status)."
        let code: Code =
            switch answer.status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404: .notFound
            case 408, 425, 429, 500...599: .unavailable
            default: .refused
            }
        let wait = answer.headers["retry-after"].flatMap { Int($0) }.map { min(max($0, 0), 3600) }
        let text = code == .unauthorized ? .cloudShutHostOut : LocalizableText.text(message)
        self.init(code, text, phrase: .text(message), retryAfter: wait)
    }

    /// Returns the failure for a server that does not answer as a cloud does.
    static func malformed(_ address: CloudAddress) -> CloudFailure {
        CloudFailure(.malformed, .serverNotACloud("\(address)"))
    }
}
