import CloudCore
import CloudStorage
import Foundation
import NIOCore

/// The members of a static list as a file of two columns, `identifier_type,identifier`.
struct StaticListFile {
    /// How large a file may be, in bytes.
    static let limit = 16 * 1024 * 1024
    /// The media type of the file.
    static let mediaType = "text/csv; charset=utf-8"

    private static let user = "named_user"
    private static let kinds: [String: ChannelPlatform?] = [
        "channel": nil, "ios_channel": .ios, "android_channel": .android, "amazon_channel": .amazon,
        "open_channel": .open, "web_channel": .web,
    ]

    private var reader: CSVReader
    private var count = 0

    /// Makes a reader of a file.
    init(_ file: ByteBuffer) { reader = CSVReader(file) }

    /// Reads the next member; a first row with the names of the columns is passed over.
    ///
    /// - Returns: The member, of at most ``CloudCore/Cloud/listMemberLimit``; none at the end of the file.
    /// - Throws: ``AirshipError`` 400 that names the line, with Airship's number of the mistake.
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

    /// The row of a channel.
    static func row(_ channel: ListedChannel) -> String {
        let kind = channel.type.split(separator: ":").first.map(String.init) ?? ""
        let type = kinds["\(kind)_channel"] == nil ? "channel" : "\(kind)_channel"
        return "\(type),\(channel.id)\r\n"
    }
}

/// What a static list may be called: 1 to 64 letters and digits of ASCII, and `-._~`.
///
/// Names that begin with `airship` or `ua_` are Airship's own lists.
enum StaticListName {
    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Reads a name.
    ///
    /// - Throws: ``AirshipError`` that names the path if it is none, or a reserved one.
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
