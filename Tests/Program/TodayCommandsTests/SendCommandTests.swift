import AirshipAPI
import AsyncPrimitives
import CloudCore
import CloudTestSupport
import Foundation
import Host
import HostModel
import JSON
import Logging
import NetworkAddresses
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayCommands

/// `today send` against a real cloud on this machine.
@Suite(.timeLimit(.minutes(10))) struct SendCommandTests {
    /// A running cloud, and a host that has its keys.
    private struct Sending: Sendable {
        var fixture: CloudFixture
        var url: String
        var today: LocalToday
    }

    private func withSending(_ body: @Sendable (Sending) async throws -> Void) async throws {
        try await withCloud { fixture in
            let server = CloudServer(
                cloud: fixture.cloud,
                protocols: [AirshipRoutes(cloud: fixture.cloud)],
                listen: try #require(ListenAddress("127.0.0.1:0")),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await server.run() }
                await server.serving.wait()
                let url = "http://\(try #require(server.address))"
                try await withLocalToday { today in
                    today.host.with {
                        $0.messages.keys = SenderKeys(
                            url: url,
                            app: AppID("org.today.Messages"),
                            appKey: fixture.keys.key,
                            masterSecret: fixture.keys.masterSecret
                        )
                    }
                    try await body(Sending(fixture: fixture, url: url, today: today))
                }
            }
        }
    }

    /// Returns the pushes that a person's hosts received.
    private func pushes(_ sending: Sending, _ device: JoinedDevice) async throws -> [JSONValue] {
        try await sending.fixture.deliver()
        return try await sending.fixture.bodies(device)
    }

    @Test func aMessageReachesThePerson() async throws {
        try await withSending { sending in
            let (ada, bob) = (try await sending.fixture.join("ada"), try await sending.fixture.join("bob"))
            let printed = await sending.today.run(
                "send",
                "--title",
                "Dinner",
                "--body",
                "Soup",
                "--to",
                "ada",
                "--json"
            )
            let sent = try JSONValue(parsing: Array(printed.utf8))

            let push = try #require(try await pushes(sending, ada).first)
            #expect(push["push_id"] == sent["pushID"])
            #expect(push["message_id"] == sent["messageID"])
            #expect(push["alert"] == ["title": "Dinner", "body": "Soup"])
            #expect(try await pushes(sending, bob).isEmpty)
        }
    }

    @Test(arguments: ["nobody-there", "a&id=ada", "ä b"]) func aMessageToAnUnknownPersonIsNotSent(name: String)
        async throws
    {
        try await withSending { sending in
            let ada = try await sending.fixture.join("ada")
            let console = RecordingConsole()
            await sending.today.run(
                "send",
                "--title",
                "T",
                "--body",
                "b",
                "--to",
                name,
                on: console,
                status: .failure
            )
            #expect(console.error.contains("not sent: the cloud knows no person \"\(name)\" who uses this app"))
            #expect(console.output.isEmpty)
            #expect(try await pushes(sending, ada).isEmpty)
        }
    }

    @Test func aSilentMessageShowsNothing() async throws {
        try await withSending { sending in
            let ada = try await sending.fixture.join("ada")
            await sending.today.run("send", "--title", "News", "--body", "x", "--silent")

            let push = try #require(try await pushes(sending, ada).first)
            #expect(push["content_available"] == true)
            #expect(push["alert"] == nil)
            #expect(push["message_id"] != nil)
        }
    }

    @Test func anAlertCanStartTheAppInTheSamePush() async throws {
        try await withSending { sending in
            let ada = try await sending.fixture.join("ada")
            await sending.today.run("send", "--title", "Doors", "--body", "Come in.", "--wake")

            let pushes = try await pushes(sending, ada)
            #expect(pushes.count == 1)
            #expect(pushes.first?["content_available"] == true)
            #expect(pushes.first?["alert"] == ["title": "Doors", "body": "Come in."])
            #expect(pushes.first?["message_id"] != nil)
        }
    }

    @Test func aFileIsTheBody() async throws {
        try await withSending { sending in
            let file = sending.today.state + "/page.html"
            try Data("<h1>Ünïcode</h1>".utf8).write(to: URL(filePath: file))
            let id = await sending.today.run("send", "--title", "Page", "--html", file)
            #expect(id.trimmingCharacters(in: .whitespacesAndNewlines).wholeMatch(of: /[A-Za-z0-9_-]{1,128}/) != nil)
        }
    }

    @Test func theSecretOfAnotherCloudIsReadFromStandardInput() async throws {
        try await withSending { sending in
            let keys = sending.fixture.keys
            let ada = try await sending.fixture.join("ada")
            sending.today.host.with { $0.messages.keys = nil }
            let arguments = [
                "send", "--title", "T", "--body", "b", "--cloud", sending.url + "/", "--app-key", keys.key,
            ]
            let console = RecordingConsole(lines: [keys.masterSecret])
            let context = console.context()
            #expect(await CommandLineProgram.run(arguments + ["--master-secret-stdin"], in: context) == .success)
            #expect(try await pushes(sending, ada).count == 1)
            #expect(!console.error.contains(keys.masterSecret))
        }
    }

    @Test func aWrongSecretIsSaidAndNotShown() async throws {
        try await withSending { sending in
            let console = RecordingConsole(lines: ["wrong-secret-wrong-se"])
            let status = await CommandLineProgram.run(
                [
                    "send", "--title", "T", "--body", "b", "--cloud", sending.url, "--app-key",
                    sending.fixture.keys.key, "--master-secret-stdin",
                ],
                in: console.context()
            )
            #expect(status == .failure)
            #expect(console.error.contains("does not know this app key with this master secret"))
            #expect(!console.error.contains("wrong-secret"))
            #expect(console.output.isEmpty)
        }
    }

    @Test func whatTheCloudRefusesIsSaidWithItsPlace() async throws {
        try await withSending { sending in
            let console = RecordingConsole()
            await sending.today.run(
                "send",
                "--title",
                String(repeating: "t", count: 1025),
                "--body",
                "b",
                on: console,
                status: .failure
            )
            #expect(console.error.contains("The cloud refuses the message:"))
            #expect(console.error.contains("title"))
        }
    }

    @Test func aHostWithoutACloudSaysSo() async throws {
        try await withLocalToday { today in
            let console = RecordingConsole()
            await today.run("send", "--title", "T", "--body", "b", on: console, status: .failure)
            #expect(console.error.contains("There is no cloud inside this host."))
        }
    }

    @Test func aCloudThatIsAwayIsNamed() async throws {
        let console = RecordingConsole(lines: ["secret"])
        let status = await CommandLineProgram.run(
            [
                "send", "--title", "T", "--body", "b", "--cloud", "http://127.0.0.1:1", "--app-key", "k",
                "--master-secret-stdin",
            ],
            in: console.context()
        )
        #expect(status == .failure)
        #expect(console.error.contains("http://127.0.0.1:1 cannot be reached"))
    }

    @Test(arguments: [
        ("missing.html", nil, "cannot be read"), ("empty.html", Data(), "is empty"),
        ("bad.html", Data([0xFF, 0xFE]), "not UTF-8"),
        ("large.html", Data(repeating: 0x61, count: 512 * 1024 + 1), "larger"),
    ])
    func aFileThatWillNotDoIsNamed(name: String, bytes: Data?, words: String) async throws {
        try await withLocalToday { today in
            let file = today.state + "/" + name
            if let bytes { try bytes.write(to: URL(filePath: file)) }
            let console = RecordingConsole()
            await today.run("send", "--title", "T", "--html", file, on: console, status: .failure)
            #expect(console.error.contains(name) && console.error.contains(words))
        }
    }
}
