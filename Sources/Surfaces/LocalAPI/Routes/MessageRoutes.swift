package import HostModel
import JSON
import TodayProtocol

extension ListMessagesRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "messages", reply: .json) { reader in
                Self(
                    of: reader.query("app").map { AppID($0) },
                    after: reader.query("after").map { MessageID($0) },
                    limit: reader.number("limit", default: 50, in: MessagePage.limitRange),
                    matching: reader.query("query")
                )
            } write: { request, writer in
                writer.query["app"] = request.app?.rawValue
                writer.query["after"] = request.after?.rawValue
                writer.query["limit"] = String(request.limit)
                writer.query["query"] = request.text
            }
        ]
    }

    package func validate() throws(HostError) { try MessageID.validate(after.map { [$0] } ?? []) }
}

extension GetMessageRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(
                .get,
                "messages/:app/:id",
                reply: .optional(.messageGone)
            ) { reader in
                let (app, id) = try reader.message()
                return Self(id, of: app)
            } write: { request, writer in
                writer.setMessage(request.id, of: request.app)
            }
        ]
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

extension GetMessageBodyRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "messages/:app/:id/body", reply: .json) { reader in
                let (app, id) = try reader.message()
                return Self(id, of: app)
            } write: { request, writer in
                writer.setMessage(request.id, of: request.app)
            }
        ]
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

extension GetMessageImageRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "messages/:app/:id/images/:name", reply: .image) { reader in
                let (app, id) = try reader.message()
                return Self(try reader.path("name"), of: id, of: app)
            } write: { request, writer in
                writer.setMessage(request.id, of: request.app)
                writer.path["name"] = request.name
            }
        ]
    }

    package func validate() throws(HostError) { try MessageID.validate([id]) }
}

extension FindMessagesRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "messages/find", reply: .member("messages"))] }

    package func validate() throws(HostError) { try MessageID.validate(ids) }
}

extension SetMessagesReadRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "messages/read", reply: .nothing)] }

    package func validate() throws(HostError) { try MessageID.validate(messages.map(\.id)) }
}

extension DeleteMessagesRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "messages/delete", reply: .nothing)] }

    package func validate() throws(HostError) { try MessageID.validate(messages.map(\.id)) }
}

extension RestoreMessagesRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "messages/restore", reply: .nothing)] }

    package func validate() throws(HostError) { try MessageID.validate(ids) }
}

extension RefreshMessagesRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.post, "messages/refresh", reply: .nothing) { _ in Self() }] }
}

extension RequestReader {
    /// Returns the path parameters that identify a message.
    fileprivate func message() throws(HostError) -> (app: AppID, id: MessageID) {
        (AppID(try path("app")), MessageID(try path("id")))
    }
}

extension RequestWriter {
    /// Writes the path parameters that identify a message.
    fileprivate mutating func setMessage(_ id: MessageID, of app: AppID) {
        path["app"] = app.rawValue
        path["id"] = id.rawValue
    }
}

extension MessageID {
    /// Refuses too many ids, and malformed ones.
    fileprivate static func validate(_ ids: [MessageID]) throws(HostError) {
        guard ids.count <= SetMessagesReadRequest.limit else {
            throw HostError(.invalid, "At most \(SetMessagesReadRequest.limit) messages may be named at a time.")
        }
        if let id = ids.first(where: { !$0.isWellFormed }) {
            throw HostError(.invalid, "“\(id.rawValue.prefix(64))” is no id of a message.")
        }
    }
}

// MARK: - The cloud and its topics

extension GetCloudStatusRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "cloud", reply: .json) { _ in Self() }] }
}

extension LinkCloudRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "cloud/link", reply: .json)] }
}

extension UnlinkCloudRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.delete, "cloud/link", reply: .nothing) { _ in Self() }] }
}

extension GetSenderKeysRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "cloud/keys", reply: .json) { reader in
                Self(of: reader.query("app").map { AppID($0) })
            } write: { request, writer in
                writer.query["app"] = request.app?.rawValue
            }
        ]
    }
}

extension ListTopicsRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "topics", reply: .member("topics")) { _ in Self() }] }
}

extension SetTopicRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [route(.put, isSubscribed: true), route(.delete, isSubscribed: false)] }

    private static func route(_ method: RouteMethod, isSubscribed: Bool) -> Route<Self> {
        Route(method, "topics/:topic", when: { $0.isSubscribed == isSubscribed }, reply: .nothing) { reader in
            Self(try reader.path("topic"), subscribed: isSubscribed)
        } write: { request, writer in
            writer.path["topic"] = request.name
        }
    }
}
