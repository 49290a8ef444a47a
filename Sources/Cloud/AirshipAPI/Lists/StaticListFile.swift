import CloudCore
import CloudStorage
import Foundation
import NIOCore

/// The members of a static list as a CSV file with the columns `identifier_type` and `identifier`.
struct StaticListFile {
    /// The largest size of a file, in bytes.
    static let limit = 16 * 1024 * 1024
    static let mediaType = "text/csv; charset=utf-8"

    private static let user = "named_user"
    private static let kinds: [String: ChannelPlatform?] = [
        "channel": nil, "ios_channel": .ios, "android_channel": .android, "amazon_channel": .amazon,
        "open_channel": .open, "web_channel": .web,
    ]

    private var reader: CSVReader
    private var count = 0

    init(_ file: ByteBuffer) { reader = CSVReader(file) }

    /// Reads the next member, `nil` at the end of the file; skips a header row.
    ///
    /// - Throws: ``AirshipError`` 400 with the line and Airship's number of the mistake, also for too many members.
    mutating func next() throws(AirshipError) -> ListMember? {
        guard var row = try reader.next() else { return nil }
        while count == 0, row.fields == ["identifier_type", "identifier"] {
            guard let following = try reader.next() else { return nil }
            row = following
        }
        guard count < Cloud.listMemberLimit else {
            throw .inFile("a list has at most \(Cloud.listMemberLimit) members", 2, line: row.line)
        }
        count += 1
        return try Self.member(row)
    }

    private static func member(_ row: CSVReader.Row) throws(AirshipError) -> ListMember {
        guard row.fields.count == 2 else { throw .inFile("two columns are wanted", 3, line: row.line) }
        let (type, identifier) = (row.fields[0], row.fields[1])
        if type == user {
            guard (1...Cloud.nameLimit).contains(identifier.utf8.count) else {
                throw .inFile("a named user has 1 to \(Cloud.nameLimit) bytes", 5, line: row.line)
            }
            return .namedUser(identifier)
        }
        guard let kind = kinds[type] else {
            let names = ([user] + kinds.keys.sorted()).joined(separator: ", ")
            throw .inFile("the identifier type is unknown; one of \(names) is wanted", 4, line: row.line)
        }
        guard UUID(uuidString: identifier) != nil else {
            throw .inFile("the id of a channel is a UUID", 5, line: row.line)
        }
        return .channel(ChannelID(identifier), kind: kind)
    }

    static func row(_ channel: ListedChannel) -> String {
        let kind = channel.type.split(separator: ":").first.map(String.init) ?? ""
        let type = kinds["\(kind)_channel"] == nil ? "channel" : "\(kind)_channel"
        return "\(type),\(channel.id)\r\n"
    }
}

/// The names of static lists: 1 to 64 ASCII letters, digits, and `-._~`; Airship reserves those that begin with
/// `airship` or `ua_`.
enum StaticListName {
    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    static func read(_ node: BodyNode) throws(AirshipError) -> String {
        let name = try node.text(limit: 64)
        guard name.allSatisfy({ letters.contains($0) }), !name.allSatisfy({ $0 == "." }) else {
            throw node.error("a name has 1 to 64 of the letters A to Z and a to z, digits, and -._~")
        }
        let isReserved = ["airship", "ua_"].contains { name.lowercased().hasPrefix($0) }
        guard !isReserved else { throw node.error("names that begin with airship or ua_ are reserved") }
        return name
    }
}
