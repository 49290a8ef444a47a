import APNs
import AsyncPrimitives
import Foundation
import JSON
import Synchronization
import Testing
import TodayTestSupport

/// A real server over HTTP/2 and TLS, written with other libraries, applies APNs' rules and answers as it likes.
@Suite(.timeLimit(.minutes(5))) struct APNsSenderTests {
    @Test func aNotificationArrivesWithItsHeadersAndASignedToken() async throws {
        try await APNsFixture.with { apns in
            var notification = APNsFixture.notification("Soup")
            notification.priority = .low
            notification.expiration = Date(timeIntervalSince1970: 1_900_000_000)
            notification.collapseID = "dinner"
            let id = UUID()
            notification.id = id
            let outcome = try await apns.send(notification, answer: "200")
            #expect(outcome == .accepted(id: id.uuidString.lowercased()))
            let request = try await apns.next()
            #expect(request["mistake"] == nil)
            #expect(request["claims"]?["iss"] == "DEF123GHIJ")
            #expect(request["key_id"] == "ABC123DEFG")
            #expect(request["payload"] == ["aps": ["alert": ["body": "Soup"]]])
            let expected = [
                "apns-topic": "com.example.app", "apns-push-type": "alert", "apns-priority": "5",
                "apns-expiration": "1900000000", "apns-collapse-id": "dinner", "apns-id": id.uuidString.lowercased(),
            ]
            for (name, value) in expected { #expect(request["headers"]?[name]?.stringValue == value) }
        }
    }

    @Test func aBackgroundNotificationNeverHasTheHighestPriority() async throws {
        try await APNsFixture.with { apns in
            var payload = APNsPayload()
            payload.isContentAvailable = true
            var notification = APNsNotification(topic: "com.example.app", payload: payload)
            notification.priority = .high
            let outcome = try await apns.send(notification, answer: "200")
            guard case .accepted(.some) = outcome else {
                Issue.record("the notification was answered with \(outcome)")
                return
            }
        }
    }

    /// Every answer of Apple's documentation, over the network.
    @Test func everyAnswerIsReported() async throws {
        try await APNsFixture.with { apns in
            for (status, reason, meaning) in APNsOutcomeTests.answers where reason != "ExpiredProviderToken" {
                let outcome = try await apns.send(APNsFixture.notification("x"), answer: "\(status) \(reason)")
                switch (meaning, outcome) {
                case ("gone", .unregistered(reason, let since)):
                    #expect((since != nil) == (status == 410), "\(reason)")
                case ("misconfigured", .misconfigured(reason)), ("retry", .retry(reason)),
                    ("refused", .refused(reason)):
                    break
                default: Issue.record("\(status) \(reason) is \(outcome)")
                }
            }
        }
    }

    @Test func anExpiredProviderTokenIsReplacedOnce() async throws {
        try await APNsFixture.with { apns in
            let outcome = try await apns.send(APNsFixture.notification("x"), answer: "expired")
            guard case .accepted = outcome else {
                Issue.record("the notification was answered with \(outcome)")
                return
            }
            let (first, second) = (try await apns.next(), try await apns.next())
            #expect(first["answer"] == "403 ExpiredProviderToken")
            #expect(first["headers"]?["authorization"] != second["headers"]?["authorization"])
        }
    }

    @Test func aTokenThatStaysExpiredIsReported() async throws {
        try await APNsFixture.with { apns in
            let expected = APNsOutcome.misconfigured(reason: "ExpiredProviderToken")
            for count in [2, 1] {
                let outcome = try await apns.send(APNsFixture.notification("x"), answer: "403 ExpiredProviderToken")
                #expect(outcome == expected)
                for _ in 0..<count { _ = try await apns.next() }
            }
            _ = try await apns.send(APNsFixture.notification("fence"), answer: "200")
            let fence = try await apns.next()
            #expect(fence["payload"]?["aps"]?["alert"]?["body"] == "fence", "no further attempt was made")
        }
    }

    /// Without its reason, a refusal may be of the notification, the device or the key.
    @Test(arguments: ["silent", "goaway", "400 stalled"]) func noAnswerMeansToTryAgain(answer: String) async throws {
        try await APNsFixture.with(timeout: .milliseconds(500)) { apns in
            let outcome = try await apns.send(APNsFixture.notification("x"), answer: answer)
            guard case .retry = outcome else {
                Issue.record("the notification was answered with \(outcome)")
                return
            }
        }
    }

    @Test func aSuccessIsOneAlsoIfItsBodyStalls() async throws {
        try await APNsFixture.with(timeout: .seconds(5)) { apns in
            let outcome = try await apns.send(APNsFixture.notification("x"), answer: "200 stalled")
            guard case .accepted = outcome else {
                Issue.record("the notification was answered with \(outcome)")
                return
            }
        }
    }

    @Test func aServerThatNobodyVouchesForGetsNothing() async throws {
        try await APNsFixture.with { apns in
            let causes = Mutex<[String]>([])
            let other = APNsSender(
                credentials: apns.credentials,
                server: try APNsServer(host: "localhost", port: apns.port),
                reportUnreachable: { cause in causes.withLock { $0.append(cause) } }
            )
            let token = Data("200".utf8).map { String($0, radix: 16) }.joined()
            let outcome = try await other.send(APNsFixture.notification("x"), to: token)
            try await other.shutdown()
            guard case .retry = outcome else {
                Issue.record("the notification was answered with \(outcome)")
                return
            }
            // The log has the cause, and no file of a library.
            let cause = try #require(causes.withLock { $0 }.first)
            #expect(cause.contains("localhost:\(apns.port): ") && cause.contains("CERTIFICATE_VERIFY_FAILED"))
            #expect(!cause.contains(".cc") && !cause.contains("CNIOBoringSSL"))
            _ = try await apns.send(APNsFixture.notification("fence"), answer: "200")
            let first = try await apns.next()
            #expect(first["payload"]?["aps"]?["alert"]?["body"] == "fence")
        }
    }

    @Test(arguments: ["", "x", "abc", "0g", "../../etc", "00\r\n", String(repeating: "0", count: 1000), "٠٠"])
    func anotherDeviceTokenIsRefused(token: String) async throws {
        try await APNsFixture.with { apns in
            await #expect(throws: APNsError.self) {
                try await apns.sender.send(APNsFixture.notification("x"), to: token)
            }
        }
    }

    @Test func headersThatCannotBeSentAreRefused() async throws {
        try await APNsFixture.with { apns in
            for topic in ["", "a b", "a\r\nb: c", String(repeating: "a", count: 300)] {
                let notification = APNsNotification(topic: topic, payload: APNsFixture.notification("x").payload)
                await #expect(throws: APNsError.self) { try await apns.send(notification, answer: "200") }
            }
            for id in ["", "a\r\nb: c", "ä", String(repeating: "a", count: 65)] {
                var notification = APNsFixture.notification("x")
                notification.collapseID = id
                await #expect(throws: APNsError.self) { try await apns.send(notification, answer: "200") }
            }
        }
    }

    /// At first the server allows one notification at a time, and a thousand after the first.
    @Test func manyNotificationsShareFewConnections() async throws {
        let count = 300
        try await APNsFixture.with { apns in
            let stopwatch = ContinuousClock().stopwatch()
            try await withThrowingTaskGroup(of: APNsOutcome.self) { group in
                for index in 0..<count {
                    group.addTask { try await apns.send(APNsFixture.notification("x"), answer: "200#\(index)") }
                }
                for try await outcome in group {
                    guard case .accepted = outcome else {
                        Issue.record("a notification was answered with \(outcome)")
                        return
                    }
                }
            }
            let rate = Double(count) / (stopwatch() / .seconds(1))
            print("APNs: \(Int(rate)) notifications a second, with the server in Python")
            var connections: Set<JSONValue> = []
            for _ in 0..<count { connections.insert(try await apns.next()["connection"] ?? .null) }
            #expect(connections.count <= 2)
        }
    }
}

/// An APNs that runs, and a sender that it knows.
struct APNsFixture: Sendable {
    let port: Int
    let credentials: APNsCredentials
    let sender: APNsSender
    private let program: FixtureProgram

    static func with(
        timeout: Duration = .seconds(60),
        _ body: (APNsFixture) async throws -> Void
    ) async throws {
        try await FixtureProgram.with("apns_server.py") { program in
            let ready = try JSONValue(parsing: try await program.nextLine("the start of APNs"))
            let apns = try APNsFixture(ready, program, timeout: timeout)
            do { try await body(apns) } catch {
                try await apns.sender.shutdown()
                throw error
            }
            try await apns.sender.shutdown()
        }
    }

    private init(_ ready: JSONValue, _ program: FixtureProgram, timeout: Duration) throws {
        func text(_ name: String) throws -> String { try #require(ready[name]?.stringValue) }
        self.program = program
        port = try #require(ready["port"]?.integerValue)
        credentials = try APNsCredentials(
            privateKey: try text("key"),
            keyID: try text("key_id"),
            teamID: try text("team_id")
        )
        let server = try APNsServer(host: "localhost", port: port, authorities: try text("authority"))
        sender = APNsSender(credentials: credentials, server: server, timeout: timeout)
    }

    static func notification(_ body: String) -> APNsNotification {
        var payload = APNsPayload()
        payload.alert = APNsAlert(body: body)
        return APNsNotification(topic: "com.example.app", payload: payload)
    }

    /// Sends a notification to the device whose token asks for an answer.
    func send(_ notification: APNsNotification, answer: String) async throws -> APNsOutcome {
        let digits = Array("0123456789abcdef")
        let token = String(answer.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        return try await sender.send(notification, to: token)
    }

    /// The next notification that arrived.
    func next() async throws -> JSONValue {
        try JSONValue(parsing: try await program.nextLine("a notification at APNs"))
    }
}
