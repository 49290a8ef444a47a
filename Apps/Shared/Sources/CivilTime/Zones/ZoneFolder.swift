import FoundationEssentials
import Synchronization

/// The files of the time zone database; the rules of a zone are read once in the short life of a process.
public final class ZoneFolder: Sendable {
    /// The system's folder, which the sandbox shows.
    public static let system = ZoneFolder(path: "/usr/share/zoneinfo")

    /// How many zones are kept, known or not.
    private static let limit = 64

    private let path: String
    private let known = Mutex<[String: ZoneRules?]>([:])

    /// Creates the database in a folder.
    public init(path: String) { self.path = path }

    /// Returns the rules of a zone.
    ///
    /// - Parameter name: An IANA name.
    /// - Returns: `nil` if there is no such file, or if the name is not one.
    public func rules(of name: String) -> ZoneRules? {
        if let rules = known.withLock({ $0[name] }) { return rules }
        let rules = read(name)
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll() }
            known[name] = rules
        }
        return rules
    }

    private func read(_ name: String) -> ZoneRules? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let areNames = parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
        guard areNames, parts.count <= 4, let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")) else {
            return name == "UTC" || name == "GMT" ? ZoneRules(offset: 0) : nil
        }
        return ZoneRules(tzif: Array(data))
    }
}
