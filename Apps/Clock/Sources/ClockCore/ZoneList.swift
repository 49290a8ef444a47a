import Glibc

/// The time zones that a person can choose: those of the system's time zone database that belong to a country today.
public struct ZoneList: Hashable, Sendable {
    /// The table of the database (https://www.iana.org/time-zones) with a line for each zone of each country.
    ///
    /// Unlike `zone1970.tab`, it has also the zones whose clocks have agreed with those of another one since 1970, such as
    /// Amsterdam with Brussels, which the database stores as links.
    public static let systemTable = "/usr/share/zoneinfo/zone.tab"

    /// The IANA names of the zones, sorted.
    public let names: [String]

    /// Reads a table.
    ///
    /// - Parameter table: The text of the table: columns that tabs separate, the name in the third; lines that begin with
    ///   `#` are comments.
    public init(table: String) {
        var names: Set<String> = ["UTC"]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            if columns.count >= 3, Self.isPlain(columns[2]) { names.insert(String(columns[2])) }
        }
        self.names = names.sorted()
    }

    /// The zones of this machine; UTC alone if it has no table.
    public static func system() -> ZoneList {
        guard let file = fopen(systemTable, "r") else { return ZoneList(table: "") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256 * 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        return ZoneList(table: String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Returns the zones that a text finds: first those whose city, in the language or in English, begins with it, then
    /// those whose city contains it, and last those whose IANA name begins with it.
    func names(finding text: String, _ texts: Texts) -> [String] {
        let wanted = text.lowercased()
        let ranked = Dictionary(grouping: names) { Self.rank(of: $0, wanted, texts) }
        return (0...2).flatMap { ranked[$0] ?? [] }
    }

    /// Returns how well a zone fits a text in lower case, 0 best; `nil` if it does not.
    private static func rank(of zone: String, _ wanted: String, _ texts: Texts) -> Int? {
        let cities = [city(of: zone), texts.title(of: SavedClock(zone: zone))].map { $0.lowercased() }
        if cities.contains(where: { $0.hasPrefix(wanted) }) { return 0 }
        if cities.contains(where: { $0.contains(wanted) }) { return 1 }
        return zone.replacing("_", with: " ").lowercased().hasPrefix(wanted) ? 2 : nil
    }

    /// Returns the name of the place after which a zone is called: `New York` for `America/New_York`.
    public static func city(of zone: String) -> String {
        String(zone.split(separator: "/").last ?? "").replacing("_", with: " ")
    }

    /// Whether a name has only the characters of IANA names, so that it leads to no file outside the database.
    private static func isPlain(_ name: Substring) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                        UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }
}
