package import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport

/// An HTTP answer that is kept.
package struct CachedResponse: Hashable, Sendable {
    /// One header field.
    package struct Field: Hashable, Codable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status.
    package var status: Int
    /// The header fields worth keeping, validators among them.
    package var headers: [Field]
    /// The body, not compressed.
    package var body: [UInt8]
    /// When it was fetched or last confirmed, to the millisecond.
    package var fetched: Date
    /// Until when it is fresh, as its server says; `nil` if the server says nothing.
    package var expires: Date?

    /// Describes an answer.
    package init(status: Int, headers: [Field], body: [UInt8], fetched: Date, expires: Date?) {
        self.status = status
        self.headers = headers
        self.body = body
        self.fetched = fetched
        self.expires = expires
    }
}

extension CacheStore {
    /// How many bytes the kept answers may have together.
    package static let responseBytes = 32 * 1024 * 1024
    /// How many bytes one kept answer may have.
    package static let largestResponse = 4 * 1024 * 1024
    /// What an answer counts beside its body, headers and key, so that tiny ones do not come in millions.
    private static let responseOverhead = 512

    /// Reads a kept answer, or `nil` if there is none, and counts that as use.
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
            let expires: Int64? = row[4]
            guard let headers = try? JSONValue(parsing: headers).decode([CachedResponse.Field].self) else {
                throw StoreError.damaged("an HTTP answer")
            }
            return CachedResponse(
                status: row[0],
                headers: headers,
                body: [UInt8](body),
                fetched: Date(storedMilliseconds: row[3]),
                expires: expires.map { Date(storedMilliseconds: $0) }
            )
        }
    }

    /// Keeps an answer in place of an older one, and forgets those that were not used for longest while all
    /// together pass ``responseBytes``.
    ///
    /// One that passes ``largestResponse`` by itself is not kept, and an older one is forgotten.
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

    /// Forgets a kept answer.
    package func removeResponse(for key: String) async throws(StoreError) {
        try await access("writing the HTTP cache") { database in
            _ = try database.run("DELETE FROM response WHERE key = ?", [key])
        }
    }

    /// Reads how many bytes the kept answers count together.
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
