import GRDB
import StoreSupport
package import TodayProtocol

/// Changes what an app may fetch from beyond what its bundle declares.
package enum AllowedHostOperation: Hashable, Sendable {
    /// How many hosts the person can allow one app.
    package static let limit = 200

    /// Allows an app a host. The app must be installed.
    case allow(AllowedHost, app: AppID)
    /// Takes a host back. One that was not allowed changes nothing.
    case disallow(AllowedHost, app: AppID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .allow(let host, let app):
            guard try context.reader.app(app) != nil else {
                throw StoreError(.notFound, "\(app) is not installed.")
            }
            let allowed = try context.reader.allowedHosts(of: app)
            guard !allowed.contains(host) else { return .unchanged }
            guard allowed.count < Self.limit else {
                throw StoreError(.limitExceeded, "\(app) is allowed \(Self.limit) hosts already; disallow one first.")
            }
            try context.run(
                "INSERT INTO allowedHost (appID, host, port) VALUES (?, ?, ?)",
                [app.rawValue, host.host, host.port ?? 0]
            )
            return context.note(.allowedHosts(app))
        case .disallow(let host, let app):
            let count = try context.run(
                "DELETE FROM allowedHost WHERE appID = ? AND host = ? AND port = ?",
                [app.rawValue, host.host, host.port ?? 0]
            )
            return count > 0 ? context.note(.allowedHosts(app)) : .unchanged
        }
    }
}
