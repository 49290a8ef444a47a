package import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport

package struct CachedResponse: Hashable, Sendable {
    package struct Field: Hashable, Codable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var status: Int
    package var headers: [Field]
    package var body: [UInt8]
    /// Time at which it was fetched or last revalidated, in whole milliseconds.
    package var fetched: Date
    /// Time until which it is fresh; `nil` if the server does not say.
    package var expires: Date?

    package init(status: Int, headers: [Field], body: [UInt8], fetched: Date, expires: Date?) {
        self.status = status
        self.headers = headers
        self.body = body
        self.fetched = fetched
        self.expires = expires
    }
}

extension CacheStore {
    /// The largest total size of all responses, in bytes.
    package static let responseBytes = 32 * 1024 * 1024
    /// The largest size of one response, in bytes.
    package static let largestResponse = 4 * 1024 * 1024
    /// The size added to each response, which bounds the number of tiny ones.
    private static let responseOverhead = 512

    /// Reads a response and records its use; `nil` if there is none.
    package func response(for key: String) async throws(StoreError) -> CachedResponse? {
        let now = now()
        return try await access("reading the HTTP cache") { database in
            guard
                let row = try database.row(
                    "SELECT status, headers, body, fetched, expires FROM response WHERE key = ?",
                    [key]
                )
            else { return nil }
            try database.run("UPDATE response SET used = ? WHERE key = ?", [now.storedMilliseconds, key])
            let headers: String = row[1]
            let body: Data = row[2]
            guard let headers = try? JSONValue(parsing: headers).decode([CachedResponse.Field].self) else {
                throw StoreError.damaged("an HTTP answer")
            }
            return CachedResponse(
                status: row[0],
                headers: headers,
                body: [UInt8](body),
                fetched: Date(storedMilliseconds: row[3]),
                expires: row.date(4)
            )
        }
    }

    /// Stores a response in place of an older one, and evicts the least recently used beyond ``responseBytes``.
    ///
    /// A response larger than ``largestResponse`` is not stored; the older one is deleted nevertheless.
    package func put(_ response: CachedResponse, for key: String) async throws(StoreError) {
        let now = now()
        try await access("writing the HTTP cache") { database in
            try database.run("DELETE FROM response WHERE key = ?", [key])
            let headers = try JSONValue(encoding: response.headers).jsonText
            let size = response.body.count + headers.utf8.count + key.utf8.count + Self.responseOverhead
            guard size <= Self.largestResponse else { return }
            try database.run(
                """
                INSERT INTO response (key, status, headers, body, fetched, expires, size, used)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    key, response.status, headers, Data(response.body), response.fetched.storedMilliseconds,
                    response.expires?.storedMilliseconds, size, now.storedMilliseconds,
                ]
            )
            try Self.makeRoom(besides: key, in: database)
        }
    }

    package func removeResponse(for key: String) async throws(StoreError) {
        try await access("writing the HTTP cache") { database in
            _ = try database.run("DELETE FROM response WHERE key = ?", [key])
        }
    }

    package func responseSize() async throws(StoreError) -> Int {
        try await access("reading the HTTP cache") { database in try Self.responseSize(in: database) }
    }

    private static func responseSize(in database: Database) throws -> Int {
        try database.row("SELECT coalesce(sum(size), 0) FROM response")?[0] ?? 0
    }

    private static func makeRoom(besides key: String, in database: Database) throws {
        var excess = try responseSize(in: database) - responseBytes
        guard excess > 0 else { return }
        let oldest = try Row.fetchCursor(
            database,
            sql: "SELECT key, size FROM response WHERE key <> ? ORDER BY used, key",
            arguments: [key]
        )
        var keys: [String] = []
        while excess > 0, let row = try oldest.next() {
            keys.append(row[0])
            let size: Int = row[1]
            excess -= size
        }
        for key in keys { try database.run("DELETE FROM response WHERE key = ?", [key]) }
    }
}
