import Foundation
import JSON
import Synchronization
import Testing
import TodayTestSupport
import WebPush

/// A real push service, written with other libraries, decrypts what was sent and answers as it likes.
@Suite(.timeLimit(.minutes(5))) struct PushSenderTests {
    @Test func aMessageArrivesWithItsHeadersAndASignedToken() async throws {
        try await PushServiceFixture.with { service in
            let message = try PushMessage(
                content: Array("{\"title\": \"Ä\"}".utf8),
                timeToLive: 3600,
                urgency: .high,
                topic: MessageTopic("dinner")
            )
            let outcome = try await service.send(message, to: "/push/201")
            #expect(outcome == .accepted(location: service.url + "/message/1"))
            let request = try await service.next()
            #expect(request["mistake"] == nil)
            #expect(request["content"] == "{\"title\": \"Ä\"}")
            #expect(request["headers"]?["ttl"] == "3600")
            #expect(request["headers"]?["urgency"] == "high")
            #expect(request["headers"]?["topic"] == "dinner")
            #expect(request["headers"]?["content-encoding"] == "aes128gcm")
            #expect(request["headers"]?["content-length"]?.stringValue == "\(15 + 103)")
            #expect(request["token"] == ["alg": "ES256", "typ": "JWT"])
            #expect(request["claims"]?["aud"]?.stringValue == service.url)
            #expect(request["claims"]?["sub"] == "mailto:ada@example.org")
            #expect(request["headers"]?["authorization"]?.stringValue?.hasSuffix(",k=\(service.key.publicKey)") == true)
        }
    }

    @Test func theLargestMessageArrives() async throws {
        try await PushServiceFixture.with { service in
            let text = String(repeating: "x", count: PushMessage.maximumContentLength)
            _ = try await service.send(try PushMessage(content: Array(text.utf8), timeToLive: 0), to: "/push/201")
            let request = try await service.next()
            #expect(request["content"]?.stringValue == text)
            #expect(request["size"] == 4096)
            #expect(request["headers"]?["ttl"] == "0")
            #expect(request["headers"]?["topic"] == nil)
        }
    }

    @Test(arguments: [
        ("/push/404", PushOutcome.gone), ("/push/410", .gone), ("/push/413", .tooLarge),
        ("/push/429/120", .retry(after: .seconds(120), reason: "the reason")),
        ("/push/500", .retry(after: nil, reason: "the reason")),
        ("/push/400", .refused(status: 400, reason: "the reason")),
        ("/push/403", .refused(status: 403, reason: "the reason")),
        ("/push/307", .refused(status: 307, reason: "the reason")),
    ])
    func anAnswerIsReported(path: String, outcome: PushOutcome) async throws {
        try await PushServiceFixture.with { service in
            let found = try await service.send(PushServiceFixture.message(), to: path)
            #expect(found == outcome)
        }
    }

    @Test(arguments: ["/silent", "/closed"]) func noAnswerMeansToTryAgain(path: String) async throws {
        try await PushServiceFixture.with(timeout: .milliseconds(300)) { service in
            guard case .retry(after: nil, _) = try await service.send(PushServiceFixture.message(), to: path) else {
                Issue.record("a message without answer is not to be sent again")
                return
            }
        }
    }

    @Test func nobodyThereMeansToTryAgain() async throws {
        try await PushServiceFixture.with { service in
            let subscription = try service.subscription(at: "http://127.0.0.1:1/push/201")
            let causes = Mutex<[String]>([])
            var configuration = PushSender.Configuration()
            configuration.allowsLoopback = true
            let sender = try PushSender(
                key: service.key,
                subject: "mailto:ada@example.org",
                configuration: configuration,
                reportUnreachable: { cause in causes.withLock { $0.append(cause) } }
            )
            let outcome = try await sender.send(PushServiceFixture.message(), to: subscription)
            try await sender.shutdown()
            #expect(outcome == .retry(after: nil, reason: "The push service cannot be reached."))
            // The log has the cause.
            #expect(causes.withLock { $0.first?.hasPrefix("http://127.0.0.1:1: ") } == true)
        }
    }

    /// The reason of a refusal is the beginning of the answer, however long it is.
    @Test func anEndlessAnswerIsReadInPart() async throws {
        try await PushServiceFixture.with { service in
            let outcome = try await service.send(PushServiceFixture.message(), to: "/endless/1")
            #expect(outcome == .refused(status: 400, reason: String(repeating: "x", count: 512)))
        }
    }

    /// The status says what became of the message, also if the rest of the answer never comes.
    @Test(arguments: [
        ("/stalled/202", PushOutcome.accepted(location: nil)), ("/stalled/410", .gone),
        ("/stalled/503", .retry(after: nil, reason: "status 503")), ("/stalled/400", .refused(status: 400, reason: "")),
    ])
    func aBodyThatStallsIsNotWaitedFor(path: String, outcome: PushOutcome) async throws {
        try await PushServiceFixture.with(timeout: .seconds(1)) { service in
            let found = try await service.send(PushServiceFixture.message(), to: path)
            #expect(found == outcome)
        }
    }

    @Test func oneConnectionAndOneTokenServeManyMessages() async throws {
        try await PushServiceFixture.with { service in
            var requests: [JSONValue] = []
            for _ in 0..<10 {
                _ = try await service.send(PushServiceFixture.message(), to: "/push/201")
                requests.append(try await service.next())
            }
            #expect(Set(requests.map { $0["connection"] }).count == 1)
            #expect(Set(requests.map { $0["headers"]?["authorization"] }).count == 1)
        }
    }

    /// The name of a subscription may resolve to any address, so no connection is made to one that is not allowed.
    @Test func aPrivateAddressIsNotConnectedTo() async throws {
        try await PushServiceFixture.with { service in
            let listener = try ListeningPort()
            let strict = try PushSender(key: service.key, subject: "mailto:ada@example.org")
            let subscription = try service.subscription(at: "https://localhost:\(listener.port)/push/201")
            let outcome = try await strict.send(PushServiceFixture.message(), to: subscription)
            try await strict.shutdown()
            #expect(outcome == .refused(status: 0, reason: "The push service is not on a public host."))
            #expect(!listener.hasConnection)
        }
    }

    @Test(arguments: ["ada@example.org", "", "mailto:", "http://example.org", "https://example.org/ x"])
    func anotherSubjectIsRefused(subject: String) {
        #expect(throws: WebPushError.self) { try PushSender(key: VAPIDKey(), subject: subject) }
    }
}

/// A push service that runs, a subscription there, and a sender.
struct PushServiceFixture: Sendable {
    let url: String
    let key = VAPIDKey()
    let sender: PushSender
    private let keys: JSONValue
    private let program: FixtureProgram

    static func with(
        timeout: Duration = .seconds(30),
        _ body: (PushServiceFixture) async throws -> Void
    ) async throws {
        try await FixtureProgram.with("push_service.py") { program in
            let ready = try JSONValue(parsing: try await program.nextLine("the start of the push service"))
            let service = try PushServiceFixture(ready, program, timeout: timeout)
            do { try await body(service) } catch {
                try await service.sender.shutdown()
                throw error
            }
            try await service.sender.shutdown()
        }
    }

    private init(_ ready: JSONValue, _ program: FixtureProgram, timeout: Duration) throws {
        url = try #require(ready["url"]?.stringValue)
        keys = try #require(ready["keys"])
        self.program = program
        var configuration = PushSender.Configuration()
        configuration.allowsLoopback = true
        configuration.timeout = timeout
        sender = try PushSender(key: key, subject: "mailto:ada@example.org", configuration: configuration)
    }

    static func message(_ text: String = "hello") throws -> PushMessage {
        try PushMessage(content: Array(text.utf8), timeToLive: 60)
    }

    func subscription(at endpoint: String) throws -> PushSubscription {
        let value: JSONValue = ["endpoint": .string(endpoint), "keys": keys]
        return try PushSubscription(json: value.jsonBytes(), allowsLoopback: true)
    }

    func send(_ message: PushMessage, to path: String) async throws -> PushOutcome {
        try await sender.send(message, to: try subscription(at: url + path))
    }

    /// The next request that the service received.
    func next() async throws -> JSONValue {
        try JSONValue(parsing: try await program.nextLine("a request at the push service"))
    }
}
