package import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// Records that a nonce was used.
    ///
    /// - Parameters:
    ///   - nonce: The nonce; different apps may use the same one.
    ///   - app: The app of the request.
    ///   - expires: The time from which a request with this nonce is too old anyway, so the nonce may be forgotten.
    /// - Returns: `true` if it is new; otherwise the request is a replay.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func useNonce(_ nonce: String, of app: AppNumber, expires: Date) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                "INSERT INTO usedNonce (appNumber, nonce, expires) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [app, nonce, expires.storedMilliseconds]
            ) > 0
        }
    }

    /// Stores a token of a channel.
    ///
    /// If the channel does not exist, the token counts as one of a removed channel.
    package func addChannelToken(
        hash: Data,
        channel: ChannelID,
        of app: AppNumber,
        expires: Date
    ) async throws(CloudStoreError) {
        try await write { context in
            let added = try context.database.run(
                """
                INSERT INTO channelToken (hash, channelNumber, expires)
                SELECT ?, number, ? FROM channel WHERE id = ? AND appNumber = ?
                """,
                [hash, expires.storedMilliseconds, channel, app]
            )
            guard added == 0 else { return }
            try context.database.run(
                "INSERT INTO goneChannelToken (hash, channelID, expires) VALUES (?, ?, ?)",
                [hash, channel, expires.storedMilliseconds]
            )
        }
    }

    /// Returns the channel of a token; `nil` if the token is unknown or expired.
    package func channel(tokenHash: Data) async throws(CloudStoreError) -> (channel: ChannelID, app: AppNumber)? {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try database.row(
                """
                SELECT channel.id, channel.appNumber FROM channelToken
                JOIN channel ON channel.number = channelToken.channelNumber
                WHERE hash = ? AND expires > ?
                """,
                [tokenHash, now]
            ).map { ($0["id"], $0["appNumber"]) }
        }
    }

    /// Returns the id of the removed or unknown channel of a token; `nil` if the token is unknown or expired.
    package func goneChannel(tokenHash: Data) async throws(CloudStoreError) -> ChannelID? {
        let now = currentDate.storedMilliseconds
        return try await read { database in
            try database.row(
                "SELECT channelID FROM goneChannelToken WHERE hash = ? AND expires > ?",
                [tokenHash, now]
            )?["channelID"]
        }
    }
}
