package import HostModel
import TodayProtocol

extension GetOutboxRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "outbox", reply: .json) { reader in
                Self(
                    of: reader.query("app").map { AppID($0) },
                    after: reader.query("after").flatMap { Int64($0) },
                    limit: reader.number("limit", default: 1000, in: Self.limitRange),
                    hasPayloads: reader.flag("payloads"),
                    language: reader.viewer.language
                )
            } write: { request, writer in
                writer.language = request.language
                writer.query["app"] = request.app?.rawValue
                writer.query["after"] = request.after.map { String($0) }
                writer.query["limit"] = String(request.limit)
                writer.query["payloads"] = request.hasPayloads ? "1" : nil
            }
        ]
    }
}

extension FindActionRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "find/action", reply: .member("number")) { reader in
                Self(try reader.requiredQuery("name"), of: reader.query("app").map { AppID($0) })
            } write: { request, writer in
                writer.query["name"] = request.name
                writer.query["app"] = request.app?.rawValue
            }
        ]
    }
}

extension RetryActionRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.post, "outbox/:number/retry", reply: .nothing) { reader in
                Self(try reader.actionNumber())
            } write: { request, writer in
                writer.path["number"] = String(request.number)
            }
        ]
    }
}

extension DiscardActionRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "outbox/:number", reply: .nothing) { reader in
                Self(try reader.actionNumber())
            } write: { request, writer in
                writer.path["number"] = String(request.number)
            }
        ]
    }
}

extension GetBackgroundRunsRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "apps/:app/runs", reply: .json) { reader in
                Self(
                    of: AppID(try reader.path("app")),
                    limit: reader.number("limit", default: 20, in: 1...1000)
                )
            } write: { request, writer in
                writer.path["app"] = request.app.rawValue
                writer.query["limit"] = String(request.limit)
            }
        ]
    }
}

extension RequestReader {
    /// Returns the number of an action from the path.
    fileprivate func actionNumber() throws(HostError) -> Int64 {
        let text = try path("number")
        guard let number = Int64(text), number > 0 else {
            throw HostError(.notFound, "There is no action \(text.prefix(40)).")
        }
        return number
    }
}
