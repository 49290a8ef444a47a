import FoundationEssentials
package import HostModel
package import HostStorage
import JSON

extension DurableReader {
    /// Reads the person's quiet hours; ``QuietHours/initial`` if none are set, or if the stored ones are damaged.
    package func quietHours() throws -> QuietHours {
        guard let text = try setting(QuietHours.key) else { return .initial }
        return (try? JSONValue(parsing: text).decode(QuietHours.self)) ?? .initial
    }
}
