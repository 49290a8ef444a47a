package import HostModel
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

extension RecordBackupRequest: RoutedRequest {
    /// Maximum length of the path of a backup, in bytes.
    package static let pathLimit = 4096

    package static var routes: [Route<Self>] {
        [
            Route(.post, "backups", reply: .nothing) { reader in
                Self(of: reader.query("file") ?? "")
            } write: { request, writer in
                writer.query["file"] = request.file
            }
        ]
    }

    package func validate() throws(HostError) {
        guard file.hasPrefix("/"), file.utf8.count <= Self.pathLimit else {
            throw HostError(.invalid, "The file of a backup is a path of at most \(Self.pathLimit) bytes.")
        }
    }
}
