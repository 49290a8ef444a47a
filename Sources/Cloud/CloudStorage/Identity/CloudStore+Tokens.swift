package import FoundationEssentials
import GRDB
import SQLiteSupport

extension CloudStore {
    /// Notes that a nonce was used.
    ///
    /// - Parameters:
    ///   - nonce: The nonce; a different one of each app may be the same.
    ///   - app: Whose token it was in.
    ///   - expires: From when on a token with it is refused for its age.
    /// - Returns: Whether it is new; a used one is a replay.
    /// - Throws: ``CloudStoreError`` if the disk failed.
    package func useNonce(_ nonce: String, of app: AppNumber, expires: Date) async throws(CloudStoreError) -> Bool {
        try await write { context in
            try context.database.run(
                "INSERT INTO usedNonce (appNumber, nonce, expires) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [app, nonce, expires.storedMilliseconds]
            ) > 0
        }
    }

    /// Keeps a token that speaks for a channel for some time; without such a channel, for one that is gone.
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

    /// The channel that a token speaks for, if the token is known and not too old.
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

    /// The id of a channel that is gone, or was never there, whose token is not too old.
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
