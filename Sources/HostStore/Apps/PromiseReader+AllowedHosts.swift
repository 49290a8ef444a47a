import GRDB
import StoreSupport
package import TodayProtocol

extension PromiseReader {
    /// Reads what the person lets an app fetch from, in the order of the names.
    package func allowedHosts(of app: AppID) throws -> [AllowedHost] {
        try database.rows(
            "SELECT host, port FROM allowedHost WHERE appID = ? ORDER BY host, port",
            [app.rawValue]
        ).map { row in
            let port: Int = row[1]
            return try AllowedHost(host: row[0], port: port == 0 ? nil : port)
        }
    }
}
