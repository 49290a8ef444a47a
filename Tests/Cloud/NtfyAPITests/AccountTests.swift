import CloudStorage
import CloudTestSupport
import HTTPTypes
import JSON
import Testing

@Suite struct AccountTests {
    /// The members that aiontfy, the client of Home Assistant, requires.
    private static let limits = [
        "messages", "messages_expiry_duration", "emails", "calls", "reservations", "attachment_total_size",
        "attachment_file_size", "attachment_expiry_duration", "attachment_bandwidth",
    ]
    private static let counts = [
        "messages", "messages_remaining", "emails", "emails_remaining", "calls", "calls_remaining", "reservations",
        "reservations_remaining", "attachment_total_size", "attachment_total_size_remaining",
    ]

    @Test func whoProvesNothingIsAnonymous() async throws {
        try await withNtfy { ntfy async throws in
            for path in ["/v1/account", "/v1/account/"] {
                let account = try await ntfy.client.send(.get, path).json
                #expect(account["username"] == "*")
                #expect(account["role"] == "anonymous")
                for name in Self.limits { #expect(account["limits"]?[name]?.integerValue != nil, "\(name)") }
                for name in Self.counts { #expect(account["stats"]?[name]?.integerValue != nil, "\(name)") }
            }
            #expect(try await ntfy.client.send(.post, "/v1/account/token", ["label": "x"]).status == 401)
        }
    }

    @Test func aTokenTellsItsNameAndIsHandedOutAgain() async throws {
        try await withNtfy(rights: .deny) { ntfy async throws in
            let token = try await ntfy.token("ada")
            for client in [ntfy.client.bearer(token), ntfy.client.basic("ada", token)] {
                let account = try await client.send(.get, "/v1/account").json
                #expect(account["username"] == "ada")
                #expect(account["role"] == "user")
                let answer = try await client.send(.post, "/v1/account/token", ["label": "Home", "expires": 0]).json
                #expect(answer["token"] == .string(token))
                #expect(answer["last_access"] == 1_795_248_000)
            }
            // No other token was issued.
            #expect(try await ntfy.store.topicTokens().count == 1)
            let wrong = ntfy.client.basic("ada", "password")
            #expect(try await wrong.send(.get, "/v1/account").json["code"] == 40_101)
            #expect(try await wrong.send(.post, "/v1/account/token", [:]).json["code"] == 40_101)
        }
    }

    @Test func filesThatAreKeptCount() async throws {
        try await withNtfy { ntfy async throws in
            try await ntfy.publish(String(repeating: "x", count: 5000))
            let account = try await ntfy.client.send(.get, "/v1/account").json
            #expect(account["stats"]?["attachment_total_size"] == 5000)
            #expect(account["stats"]?["attachment_total_size_remaining"] == .integer(100 * 1024 * 1024 - 5000))
        }
        try await withNtfy(takesFiles: false) { ntfy async throws in
            let account = try await ntfy.client.send(.get, "/v1/account").json
            #expect(account["limits"]?["attachment_file_size"] == 0)
            #expect(account["stats"]?["attachment_total_size_remaining"] == 0)
        }
    }
}
