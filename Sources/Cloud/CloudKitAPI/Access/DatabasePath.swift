import CloudStorage
import Foundation

/// The path of a request: `/database/1/{container}/{environment}/{database}/{operation}` or
/// `/device/1/{container}/{environment}/{operation}`.
struct DatabasePath: Hashable, Sendable {
    enum Scope: String, Hashable, Sendable {
        case `public`
        case `private`
        case shared
    }

    let container: String
    let environment: CloudEnvironment
    /// The database; `nil` for operations that do not concern one.
    let scope: Scope?
    /// The operation, such as `records/query`.
    let operation: String

    /// Parses a percent-encoded path.
    ///
    /// - Throws: ``CloudKitError`` with code `NOT_FOUND` or `BAD_REQUEST`.
    init(_ path: String) throws(CloudKitError) {
        let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.count >= 5, parts[0] == "database" || parts[0] == "device", parts[1] == "1" else {
            throw CloudKitError(.notFound, "There is no such path.")
        }
        container = parts[2]
        guard CloudRecordLimits.isContainer(container) else {
            throw .invalid("The name of a container has 1 to 255 letters, digits, dots, hyphens and underscores.")
        }
        guard let environment = CloudEnvironment(rawValue: parts[3]) else {
            throw .invalid("The environment is development or production.")
        }
        self.environment = environment
        scope = parts[0] == "database" ? Scope(rawValue: parts[4]) : nil
        operation = parts.dropFirst(scope == nil ? 4 : 5).joined(separator: "/")
    }
}
