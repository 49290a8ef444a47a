package import HostModel
import TodayProtocol

extension GetNotificationsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "notifications", reply: .json) { reader in
                Self(for: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
            }
        ]
    }
}

extension GetNotificationSummaryRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "notifications/summary", reply: .json) { reader in
                Self(for: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
            }
        ]
    }
}

extension GetNotificationRequest: RoutedRequest {
    private static let absence: LocalizableText = "This notification no longer exists."

    package static var routes: [Route<Self>] {
        [
            Route(.get, "notifications/delivered/:id", reply: .optional(absence)) { reader in
                guard let id = DeliveredID(try reader.path("id")) else { throw HostError(.notFound, absence) }
                return Self(id, for: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
                writer.path["id"] = request.id.description
            }
        ]
    }
}

extension GetTraceRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "traces/:id", reply: .json) { reader in
                Self(try reader.path("id"), of: reader.query("app").map { AppID($0) })
            } write: { request, writer in
                writer.path["id"] = request.name
                writer.query["app"] = request.app?.rawValue
            }
        ]
    }

    package func validate() throws(HostError) {
        guard (1...Self.nameLimit).contains(name.utf8.count) else {
            throw HostError(.invalid, "An id of a trace has 1 to \(Self.nameLimit) bytes.")
        }
    }
}

extension ListPendingNotificationsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "notifications/pending", reply: .json) { reader in
                Self(
                    of: reader.query("app").map { AppID($0) },
                    limit: reader.number("limit", default: 100, in: 1...1000),
                    for: reader.viewer
                )
            } write: { request, writer in
                writer.setViewer(request.viewer)
                writer.query["app"] = request.app?.rawValue
                writer.query["limit"] = String(request.limit)
            }
        ]
    }
}

extension AnswerNotificationRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.post, "notifications/answer", hasBody: true, reply: .json) { reader in
                Self(try reader.body(), on: try reader.surface(), viewer: reader.viewer)
            } write: { request, writer in
                writer.setViewer(request.viewer)
                try writer.setBody(request.answer)
            }
        ]
    }

    package func validate() throws(HostError) {
        guard (1...64).contains(answer.action.utf8.count) else {
            throw HostError(.invalid, "The name of an action has 1 to 64 bytes.")
        }
        guard (answer.text ?? "").utf8.count <= NotificationAnswer.textLimit else {
            throw HostError(
                .invalid,
                "This text is too long; a reply has at most \(NotificationAnswer.textLimit) bytes."
            )
        }
        try SetPasscodeRequest.validate(answer.passcode)
    }
}

extension DismissNotificationsRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "notifications/dismiss", reply: .nothing)] }

    package func validate() throws(HostError) {
        guard case .notifications(let ids) = self, ids.count > Self.limit else { return }
        throw HostError(.invalid, "At most \(Self.limit) notifications are dismissed at a time.")
    }
}

extension RemoveNotificationsRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .post, "notifications/remove", reply: .nothing)] }

    package func validate() throws(HostError) {
        guard (identifiers ?? []).count <= Self.limit else {
            throw HostError(.invalid, "At most \(Self.limit) notifications are removed at a time.")
        }
    }
}

extension ResolveFailedResponseRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [route(.post, "responses/:id/retry", .retry), route(.delete, "responses/:id", .discard)]
    }

    private static func route(_ method: RouteMethod, _ path: String, _ decision: Decision) -> Route<Self> {
        Route(method, path, when: { $0.decision == decision }, reply: .nothing) { reader in
            Self(decision, try reader.path("id"))
        } write: { request, writer in
            writer.path["id"] = request.id
        }
    }
}

// MARK: - Scripts

extension PostNotificationRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.post, "notifications", hasBody: true, reply: .json) { reader in
                Self(try reader.body())
            } write: { request, writer in
                try writer.setBody(request.notification)
            }
        ]
    }
}

extension GetScriptResponseRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "notifications/scripts/:identifier/response", reply: .json) { reader in
                let longest = Int(ScriptResponseReply.longestWait / .milliseconds(1))
                let wait = reader.number("milliseconds", default: longest, in: 0...longest)
                return Self(
                    to: try reader.path("identifier"),
                    question: reader.query("question"),
                    wait: .milliseconds(wait),
                    asker: reader.query("asker").flatMap(GetScriptResponseRequest.Asker.init)
                )
            } write: { request, writer in
                writer.path["identifier"] = request.identifier
                writer.query["milliseconds"] = String(Int((request.wait / .milliseconds(1)).rounded(.up)))
                writer.query["asker"] = request.asker?.rawValue
                writer.query["question"] = request.question
            }
        ]
    }

    package func validate() throws(HostError) {
        guard (question ?? "").utf8.count <= Self.questionLimit else {
            throw HostError(.invalid, "The mark of a question has at most \(Self.questionLimit) bytes.")
        }
    }
}
