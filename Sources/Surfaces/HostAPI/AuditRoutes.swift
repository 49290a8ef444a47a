package import Host
import TodayProtocol

extension GetAuditRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "audit", reply: .json) { reader in
                Self(
                    of: reader.query("app").map { AppID($0) },
                    before: reader.query("before").flatMap { Int64($0) },
                    limit: reader.number("limit", default: 50, in: limits),
                    isChecked: reader.query("check") == "true"
                )
            } write: { request, writer in
                writer.query["app"] = request.app?.rawValue
                writer.query["before"] = request.before.map { String($0) }
                writer.query["limit"] = String(request.limit)
                if request.isChecked { writer.query["check"] = "true" }
            }
        ]
    }
}
