import AirshipAPI
import CloudTestSupport
import Fetching
import Foundation
import HTTPTypes
import HostModel
import HostStorage
import JSON
import Logging
import Notifications
import TodayTestSupport

import struct TodayProtocol.AppID
import enum TodayProtocol.LocalizableText
import struct TodayProtocol.Message
import struct TodayProtocol.MessageID

@testable import CloudCore
@testable import DeviceSync

/// A host's store with its link to a cloud in the same process.
final class LinkedHost: Sendable {
    static let app = AppID("org.today.Messages")
    static let container = "iCloud.org.today.Messages"

    let store: DurableStore
    let files: MessageFiles
    let transport: RouterTransport
    let link: DeviceLink
    let bodies: BodyParsingQueue
    let clock = ManualClock()
    private let commits: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(
        _ cloud: CloudFixture,
        folder: String,
        name: String,
        channels: AppChannels? = nil,
        bodies: BodyParsingQueue = BodyParsingQueue(),
        awaitRecordApps: (@Sendable (DurableStore) async -> Void)? = nil
    ) throws {
        self.bodies = bodies
        let date = cloud.date
        let store = try DurableStore(path: "\(folder)/\(name).sqlite", now: { date.value })
        let files = try MessageFiles(folder: "\(folder)/\(name)-messages")
        let transport = RouterTransport(cloud)
        let (commits, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        transport.onRequest { wake.yield() }
        (self.store, self.files, self.transport, self.commits, self.wake) = (store, files, transport, commits, wake)
        let registration = ChannelRegistration(isOptedIn: true, zone: "Europe/Berlin", language: "de-DE")
        var waitForApps: (@Sendable (String) async -> Void)?
        if let awaitRecordApps { waitForApps = { _ in await awaitRecordApps(store) } }
        link = DeviceLink(
            dependencies: DeviceLinkDependencies(
                store: store,
                files: files,
                bodies: bodies,
                transport: transport,
                channels: channels ?? AppChannels { [Self.app: registration] },
                appInfo: { $0 == Self.app ? PushAppInfo(title: "Messages", schemes: ["today-messages"]) : nil },
                recordApps: { $0 == Self.container ? [RecordAppInfo(app: Self.app, title: "Messages")] : [] },
                awaitRecordApps: waitForApps,
                isAppsAddress: { $0.hasPrefix("today-messages:") },
                fetchImage: { _ throws(FetchFailure) in throw FetchFailure(.notAllowed, "There is no network.") },
                clock: clock,
                now: { date.value },
                jitter: { 0 },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        ) { _ in wake.yield() }
    }

    /// Runs the link beside a test, if need be on an executor of the test.
    func run<Value: Sendable>(
        on executor: SerialTaskExecutor? = nil,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let observation = store.observe { [wake] _ in wake.yield() }
        defer { observation.cancel() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor) { await self.link.run() }
            let value = try await body()
            group.cancelAll()
            return value
        }
    }

    /// Waits until something is so; it is looked at after each commit and each change of the link's status.
    func wait(
        file: StaticString = #fileID,
        line: UInt = #line,
        _ condition: @Sendable @escaping () async throws -> Bool
    ) async throws {
        if try await condition() { return }
        try await withTimeLimit(on: "what a test waits for", file: file, line: line) { [commits] in
            for await _ in commits {
                if try await condition() { return }
            }
        }
    }

    /// The inbox, as the store has it.
    func messages() async throws -> [Message] {
        try await store.read { try $0.messages(of: Self.app, limit: 100).messages }
    }

    /// Joins as a person.
    func join(_ cloud: CloudFixture, as person: String) async throws {
        let token = try await cloud.cloud.joinTokenIssuer.make(person: person)
        try await link.join("http://127.0.0.1:1", token: token, name: "laptop")
    }

    /// Waits until the stream is open.
    func waitUntilConnected() async throws {
        try await wait { if case .connected = self.link.status.state { true } else { false } }
    }
}

/// A cloud with somebody who sends.
struct LinkFixture: Sendable {
    let cloud: CloudFixture
    let sender: TestClient
    let folder: String

    /// Sends a push to everybody and brings it to its audience.
    @discardableResult
    func send(_ push: JSONValue) async throws -> JSONValue {
        var members = push.objectValue ?? [:]
        members["audience"] = members["audience"] ?? "all"
        members["device_types"] = "all"
        let answer = try await sender.send(.post, "/api/push/", .object(members))
        try await cloud.deliver()
        return answer.json
    }

    /// Sends a message with an alert; returns the message's id.
    func sendMessage(_ title: String, body: String = "<p>Soup</p>") async throws -> MessageID {
        let answer = try await send([
            "notification": ["alert": .string(title)], "message": ["title": .string(title), "body": .string(body)],
        ])
        return MessageID(answer["message_ids"]?.arrayValue?.first?.stringValue ?? "")
    }

    /// A host that has joined as `ada`.
    func host(_ name: String = "laptop", bodies: BodyParsingQueue = BodyParsingQueue()) async throws -> LinkedHost {
        let host = try LinkedHost(cloud, folder: folder, name: name, bodies: bodies)
        try await host.join(cloud, as: "ada")
        return host
    }
}

/// Runs a test on a new cloud that speaks Airship's API.
func withLink<Value>(_ body: (LinkFixture) async throws -> Value) async throws -> Value {
    try await withTemporaryDirectory(isInMemory: true) { folder in
        try await withCloud { cloud in
            let sender = TestClient(cloud.cloud, [AirshipRoutes(cloud: cloud.cloud)])
                .basic(cloud.keys.key, cloud.keys.masterSecret)
                .with(["Accept": "application/vnd.urbanairship+json; version=3;"])
            return try await body(LinkFixture(cloud: cloud, sender: sender, folder: folder))
        }
    }
}
