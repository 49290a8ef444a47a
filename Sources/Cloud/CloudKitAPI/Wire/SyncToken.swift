import CloudCore
import CloudStorage
import Foundation

/// The position of a client in the changes of a zone or a database.
///
/// Clients see base64. The token contains a hash of the place that it belongs to, so that it is refused for any other.
struct SyncToken: Hashable, Sendable {
    /// The last change that the client has.
    var position: Int64
    /// Set while a client reads backwards: the latest change when it began, and the change before which it continues.
    ///
    /// ``position`` stays at the client's position before that.
    var backwards: (latest: Int64, before: Int64)?
    /// Set until a client that began without a token has read everything: the latest change when it began.
    ///
    /// The client never saw records that were deleted earlier, so the token stays valid when those deletions are
    /// forgotten.
    var start: Int64?

    init(position: Int64, start: Int64? = nil, backwards: (latest: Int64, before: Int64)? = nil) {
        self.position = position
        self.start = start
        self.backwards = backwards
    }

    /// Returns the token after a page.
    ///
    /// - Parameters:
    ///   - position: The last change in the page.
    ///   - latest: The latest change of all.
    ///   - hasMore: `true` if the page is not the last one.
    /// - Returns: The token.
    func advanced(to position: Int64, of latest: Int64, hasMore: Bool) -> SyncToken {
        SyncToken(position: position, start: hasMore ? start ?? (self.position == 0 ? latest : nil) : nil)
    }

    /// Parses a token.
    ///
    /// - Parameters:
    ///   - text: The text; `nil` for a client that has no changes yet.
    ///   - place: The place whose changes are requested.
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST` if it is malformed or belongs to another place.
    init(_ text: String?, of place: Place) throws(CloudKitError) {
        guard let text else {
            self.init(position: 0)
            return
        }
        let parts =
            Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: ".", omittingEmptySubsequences: false) ?? []
        let numbers = parts.dropFirst().map { Int64($0, radix: 36) ?? -1 }
        guard parts.first == Substring(place.tag), numbers.allSatisfy({ $0 >= 0 }), let position = numbers.first,
            numbers.count <= 4
        else { throw .invalid("The sync token belongs to another zone or database.") }
        self.init(position: position)
        // The start is the last number, in both kinds of tokens.
        if numbers.count.isMultiple(of: 2) { start = numbers.last }
        if numbers.count > 2 { backwards = (numbers[1], numbers[2]) }
    }

    /// Returns the text for clients.
    func text(of place: Place) -> String {
        var numbers = [position]
        if let backwards { numbers += [backwards.latest, backwards.before] }
        if let start { numbers.append(start) }
        let text = ([place.tag] + numbers.map { String($0, radix: 36) }).joined(separator: ".")
        return Data(text.utf8).base64EncodedString()
    }

    static func == (left: SyncToken, right: SyncToken) -> Bool {
        left.position == right.position && left.start == right.start
            && left.backwards?.latest == right.backwards?.latest
            && left.backwards?.before == right.backwards?.before
    }

    func hash(into hasher: inout Hasher) { hasher.combine(position) }

    /// The zone or the database to which a token belongs.
    struct Place: Hashable, Sendable {
        let tag: String

        private init(_ name: String) {
            tag = Secret.hash(name).prefix(9).map { String($0, radix: 16) }.joined()
        }

        /// The zones of a database.
        init(_ database: CloudRecordDatabase, of store: CloudStore) {
            self.init("\(store.epoch)/\(database.number.value)")
        }

        /// The records of a zone.
        init(_ zone: CloudRecordZone, of store: CloudStore) {
            self.init("\(store.epoch)/zone/\(zone.number.value)")
        }
    }
}

/// The position of a client in the results of a query.
enum ContinuationMarker {
    /// Returns the text for clients.
    ///
    /// - Parameters:
    ///   - position: The store's position.
    ///   - query: The identity of the query, its zone and its database.
    /// - Returns: Base64.
    static func text(_ position: String, of query: String) -> String {
        Data((tag(of: query) + position).utf8).base64EncodedString()
    }

    /// Parses a marker.
    ///
    /// - Throws: ``CloudKitError`` with code `BAD_REQUEST` if it belongs to another query.
    static func position(_ text: String, of query: String) throws(CloudKitError) -> String {
        let decoded = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let tag = tag(of: query)
        guard decoded.hasPrefix(tag) else { throw .invalid("The continuation marker belongs to another query.") }
        return String(decoded.dropFirst(tag.count))
    }

    private static func tag(of query: String) -> String { Secret.hash(query).prefix(12).base64EncodedString() }
}
