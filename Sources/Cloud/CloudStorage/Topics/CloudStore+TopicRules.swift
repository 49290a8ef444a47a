package import FoundationEssentials
import SQLStore
import SQLiteSupport

extension CloudStore {
    /// The largest number of rules, and also of tokens.
    package static let topicRuleLimit = 1000

    /// Returns the rules, ordered by name and pattern.
    package func topicRules() async throws(CloudStoreError) -> [TopicRule] {
        try await list("SELECT * FROM topicRule ORDER BY name, pattern", [], TopicRule.init)
    }

    /// Stores a rule in place of one with the same name and pattern; `conflict` at ``topicRuleLimit`` other rules.
    package func set(_ rule: TopicRule) async throws(CloudStoreError) {
        try await write { context in
            let count = try context.count("topicRule WHERE (name, pattern) <> (?, ?)", [rule.who, rule.pattern])
            guard count < Self.topicRuleLimit else {
                throw CloudStoreError(.conflict, "There are \(Self.topicRuleLimit) rules already; remove some first.")
            }
            try context.run(
                """
                INSERT INTO topicRule (name, pattern, rights) VALUES (?, ?, ?)
                ON CONFLICT (name, pattern) DO UPDATE SET rights = excluded.rights
                """,
                [rule.who, rule.pattern, rule.rights.rawValue]
            )
        }
    }

    /// Removes the rules of a name with a pattern, or all of them if it is `nil`, and returns their number.
    package func removeTopicRules(of who: String, pattern: String?) async throws(CloudStoreError) -> Int {
        try await run(
            "DELETE FROM topicRule WHERE name = ? AND (CAST(? AS TEXT) IS NULL OR pattern = ?)",
            [who, pattern, pattern]
        )
    }

    /// Returns the rights of a user, or an anonymous request for `nil`, to each topic; `otherwise` if no rule matches.
    package func topicRights(
        of who: String?,
        to topics: [String],
        otherwise: TopicRights
    ) async throws(CloudStoreError) -> [TopicRights] {
        let rules = try await list(
            "SELECT * FROM topicRule WHERE name = ? OR name = ?",
            [who, TopicRule.everyone],
            TopicRule.init
        )
        return topics.map { TopicRule.rights(of: who, to: $0, rules: rules, otherwise: otherwise) }
    }

    /// Adds a token that authenticates a user; `conflict` if there are ``topicRuleLimit`` tokens.
    package func add(_ token: TopicToken) async throws(CloudStoreError) {
        try await write { context in
            try context.run("DELETE FROM topicToken WHERE expires <= ?", [context.now.storedMilliseconds])
            guard try context.count("topicToken") < Self.topicRuleLimit else {
                throw CloudStoreError(.conflict, "There are \(Self.topicRuleLimit) tokens already; revoke some first.")
            }
            try context.run(
                "INSERT INTO topicToken (hash, name, label, created, expires) VALUES (?, ?, ?, ?, ?)",
                [
                    token.hash, token.name, token.label, context.now.storedMilliseconds,
                    token.expires?.storedMilliseconds,
                ]
            )
        }
    }

    /// Returns the user's name of a token; `nil` if the token is unknown or expired.
    package func topicName(tokenHash: Data) async throws(CloudStoreError) -> String? {
        try await value(
            "SELECT name FROM topicToken WHERE hash = ? AND (expires IS NULL OR expires > ?)",
            [tokenHash, currentDate.storedMilliseconds]
        )
    }

    /// Returns the tokens that have not expired, ordered by name.
    package func topicTokens() async throws(CloudStoreError) -> [TopicToken] {
        try await list(
            "SELECT * FROM topicToken WHERE expires IS NULL OR expires > ? ORDER BY name, created, hash",
            [currentDate.storedMilliseconds]
        ) { row in
            TopicToken(hash: row["hash"], name: row["name"], label: row["label"], expires: row.optionalDate("expires"))
        }
    }

    /// Revokes the tokens of a user with a label, or all of them if it is `nil`, and returns their number.
    package func revokeTopicTokens(of name: String, label: String?) async throws(CloudStoreError) -> Int {
        try await run(
            "DELETE FROM topicToken WHERE name = ? AND (CAST(? AS TEXT) IS NULL OR label = ?)",
            [name, label, label]
        )
    }
}

extension TopicRule {
    init(_ row: SQLRow) {
        // Unknown rights allow nothing.
        self.init(who: row["name"], pattern: row["pattern"], rights: TopicRights(rawValue: row["rights"]) ?? .deny)
    }
}
