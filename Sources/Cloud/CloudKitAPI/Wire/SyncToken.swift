import CloudCore
import CloudStorage
import Foundation

/// The position of a client in the changes of a zone or a database.
///
/// Clients see base64. The token contains a hash of the place that it belongs to, so that it is refused for any other.
struct SyncToken: Hashable, Sendable {
    /// The last change that the client has.
    var position: Int64
    /// Set while a client reads backwards, when ``position`` stays: the latest change when it began, and the change
    /// before which it continues.
    var backwards: Backwards?
    /// Set until a client that began without a token has read everything: the latest change when it began.
    ///
    /// It never saw records that were deleted earlier, so the token stays valid when those deletions are forgotten.
    var start: Int64?

    struct Backwards: Hashable, Sendable {
        var latest: Int64
        var before: Int64
    }
}

extension SyncToken {
    /// Returns the token after a page that ends with the change `position`, while the latest change of all is `latest`.
    func advanced(to position: Int64, of latest: Int64, hasMore: Bool) -> SyncToken {
        SyncToken(position: position, start: hasMore ? start ?? (self.position == 0 ? latest : nil) : nil)
    }

    /// Parses a token, `nil` for a client without changes; `BAD_REQUEST` if it is malformed or belongs to another
    /// place.
    init(_ text: String?, of place: Place) throws(CloudKitError) {
        self.init(position: 0)
        guard let text else { return }
        let parts =
            Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: ".", omittingEmptySubsequences: false) ?? []
        let numbers = parts.dropFirst().map { Int64($0, radix: 36) ?? -1 }
        guard parts.first == Substring(place.tag), numbers.allSatisfy({ $0 >= 0 }), let position = numbers.first,
            numbers.count <= 4
        else { throw .invalid("The sync token belongs to another zone or database.") }
        self.position = position
        // The start is the last number, in both kinds of tokens.
        if numbers.count.isMultiple(of: 2) { start = numbers.last }
        if numbers.count > 2 { backwards = Backwards(latest: numbers[1], before: numbers[2]) }
    }

    func text(of place: Place) -> String {
        var numbers = [position]
        if let backwards { numbers += [backwards.latest, backwards.before] }
        if let start { numbers.append(start) }
        let text = ([place.tag] + numbers.map { String($0, radix: 36) }).joined(separator: ".")
        return Data(text.utf8).base64EncodedString()
    }

    struct Place: Hashable, Sendable {
        let tag: String

        private init(_ name: String) {
            tag = Secret.hash(name).prefix(9).map { String($0, radix: 16) }.joined()
        }

        init(_ database: CloudRecordDatabase, of store: CloudStore) {
            self.init("\(store.epoch)/\(database.number.value)")
        }

        init(_ zone: CloudRecordZone, of store: CloudStore) {
            self.init("\(store.epoch)/zone/\(zone.number.value)")
        }
    }
}

/// The position of a client in the results of a query.
enum ContinuationMarker {
    /// Returns the text for clients; `query` identifies the query, its zone and its database.
    static func text(_ position: String, of query: String) -> String {
        Data((tag(of: query) + position).utf8).base64EncodedString()
    }

    static func position(_ text: String, of query: String) throws(CloudKitError) -> String {
        let decoded = Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let tag = tag(of: query)
        guard decoded.hasPrefix(tag) else { throw .invalid("The continuation marker belongs to another query.") }
        return String(decoded.dropFirst(tag.count))
    }

    private static func tag(of query: String) -> String { Secret.hash(query).prefix(12).base64EncodedString() }
}
