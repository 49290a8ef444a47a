package import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Records that a nonce of an app was used, until `expires`, when a request with it is too old anyway; returns
    /// `true` if it is new, otherwise the request is a replay.
    package func useNonce(_ nonce: String, of app: AppNumber, expires: Date) async throws(CloudStoreError) -> Bool {
        try await run(
            "INSERT INTO usedNonce (appNumber, nonce, expires) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [app, nonce, expires.storedMilliseconds]
        ) > 0
    }

    /// Stores a token of a channel; without the channel, it counts as one of a removed channel.
    package func addChannelToken(
        hash: Data,
        channel: ChannelID,
        of app: AppNumber,
        expires: Date
    ) async throws(CloudStoreError) {
        try await write { context in
            let added = try context.run(
                """
                INSERT INTO channelToken (hash, channelNumber, expires)
                SELECT ?, number, ? FROM channel WHERE id = ? AND appNumber = ?
                """,
                [hash, expires.storedMilliseconds, channel, app]
            )
            guard added == 0 else { return }
            try context.run(
                "INSERT INTO goneChannelToken (hash, channelID, expires) VALUES (?, ?, ?)",
                [hash, channel, expires.storedMilliseconds]
            )
        }
    }

    /// Returns the channel of a token; `nil` if the token is unknown or expired.
    package func channel(tokenHash: Data) async throws(CloudStoreError) -> (channel: ChannelID, app: AppNumber)? {
        try await first(
            """
            SELECT channel.id, channel.appNumber FROM channelToken
            JOIN channel ON channel.number = channelToken.channelNumber
            WHERE hash = ? AND expires > ?
            """,
            [tokenHash, currentDate.storedMilliseconds]
        ) { ($0["id"], $0["appNumber"]) }
    }

    /// Returns the id of the removed or unknown channel of a token; `nil` if the token is unknown or expired.
    package func goneChannel(tokenHash: Data) async throws(CloudStoreError) -> ChannelID? {
        try await value(
            "SELECT channelID FROM goneChannelToken WHERE hash = ? AND expires > ?",
            [tokenHash, currentDate.storedMilliseconds]
        )
    }
}
