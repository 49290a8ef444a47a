import Foundation
import HostClock
import HostModel
import HostStorage
import JSON
import Logging
import Notifications
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// A host on a state folder, with an app whose process a test steers; time is the test's.
struct HostFixture: Sendable {
    static let app = AppID("org.example.App")
    static let viewer = Viewer(language: "en", zone: "UTC")

    let host: TodayHost
    let app: NotifyingApp
    let clock: ManualWallClock
    let surface = SurfaceID("test")

    /// Has the app's process call the host, and returns the answers.
    @discardableResult
    func call(_ calls: (String, JSONValue)...) async throws -> [JSONValue] {
        try app.put("calls", .array(calls.map { [.string($0.0), $0.1] }))
        _ = try await withTimeLimit(on: "the app's answer to an address") { [host] in
            try await host.send(OpenURLRequest(url: "example://call", source: .own, viewer: Self.viewer))
        }
        return try #require(try app.notes("results").last?.arrayValue)
    }

    /// Lets the app ask, and says yes to everything.
    func allow() async throws {
        try await call(("notifications/authorize", ["options": ["alert", "sound", "badge"]]))
        try await host.send(
            SetNotificationSettingsRequest(
                .authorized,
                allowed: Set(NotificationAuthorizationOption.allCases),
                of: Self.app
            )
        )
    }

    /// Has the app schedule a notification.
    func add(
        _ identifier: String,
        _ content: [String: JSONValue] = [:],
        trigger: JSONValue = ["now": true]
    ) async throws {
        let content = ["title": .string(identifier)].merging(content) { $1 }
        let answers = try await call(
            (
                "notifications/add",
                ["request": ["identifier": .string(identifier), "content": .object(content), "trigger": trigger]]
            )
        )
        #expect(answers.first?.objectValue?["error"] == nil)
    }

    /// Has the app set a category `list` with a background, a foreground, a text and an authenticated action.
    func setCategories() async throws {
        try await call(
            (
                "notifications/categories",
                [
                    "categories": [
                        [
                            "identifier": "list",
                            "actions": [
                                ["identifier": "done", "title": "Done"],
                                ["identifier": "edit", "title": "Edit", "options": ["foreground"]],
                                ["identifier": "reply", "title": "Reply", "textInput": ["buttonTitle": "Send"]],
                                [
                                    "identifier": "trash", "title": "Trash",
                                    "options": ["destructive", "authenticationRequired"],
                                ],
                            ],
                            "options": ["customDismissAction"],
                        ]
                    ]
                ]
            )
        )
    }

    /// What surfaces show of notifications from now on: the first event has been read when this returns.
    func events() async throws -> NotificationEventReader {
        let events = NotificationEventReader(host.notificationEvents(for: Self.viewer, after: nil))
        _ = try await events.next("the first event of notifications")
        return events
    }

    /// Answers a notification.
    func answer(
        _ id: DeliveredID,
        _ action: String,
        text: String? = nil,
        passcode: String? = nil,
        waits: Bool = true,
        on surface: SurfaceID? = nil,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> AnswerOutcome {
        let surface = surface ?? self.surface
        return try await withTimeLimit(on: "the end of an answer", file: file, line: line) { [host] in
            try await host.send(
                AnswerNotificationRequest(
                    NotificationAnswer(notification: id, action: action, text: text, passcode: passcode, waits: waits),
                    on: surface,
                    viewer: Self.viewer
                )
            )
        }
    }

    /// The actions of the responses that the app's process got, in order.
    func respondedActions() throws -> [String] {
        try app.notes("responses").compactMap { $0.objectValue?["actionIdentifier"]?.stringValue }
    }
}

/// Reads the events of one surface.
final class NotificationEventReader {
    private let events: AsyncStream<NotificationEvent>
    private(set) var position: Revision?
    /// The last summary that was told.
    private var summary: NotificationSummary?

    init(_ events: AsyncStream<NotificationEvent>) { self.events = events }

    func next(
        _ awaited: String = "the next event of notifications",
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> NotificationEvent? {
        let event = try await withTimeLimit(on: awaited, file: file, line: line) { [events] in
            for await event in events { return event as NotificationEvent? }
            return nil
        }
        position = event?.revision ?? position
        switch event?.change {
        case .summary(let summary): self.summary = summary
        case .all(let state): summary = state.summary
        default: break
        }
        return event
    }

    /// The next notification that shows, and whether it arrives.
    func shown(
        _ title: String,
        file: StaticString = #fileID,
        line: UInt = #line
    ) async throws -> (ShownNotification, arrives: Bool) {
        while let event = try await next("the event that shows \(title)", file: file, line: line) {
            if case .shown(let shown, let arrives) = event.change, shown.title == title { return (shown, arrives) }
        }
        throw EndOfEvents()
    }

    /// Waits until a notification is gone.
    func withdrawn(_ id: DeliveredID, file: StaticString = #fileID, line: UInt = #line) async throws {
        while let event = try await next("the event that withdraws a notification", file: file, line: line) {
            if event.change == .withdrawn(id) { return }
        }
        throw EndOfEvents()
    }

    /// Waits until what was told last is a certain summary.
    func summary(
        file: StaticString = #fileID,
        line: UInt = #line,
        where isMeant: (NotificationSummary) -> Bool
    ) async throws -> NotificationSummary {
        while true {
            if let summary, isMeant(summary) { return summary }
            guard try await next("the summary that a test waits for", file: file, line: line) != nil else {
                throw EndOfEvents()
            }
        }
    }
}

struct EndOfEvents: Error {}

/// Runs a test with a host; call it again with the same folder to start the host anew.
func withHost(
    in folder: String,
    clock: ManualWallClock = ManualWallClock(),
    _ body: (HostFixture) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let state = URL(filePath: "\(folder)/state", directoryHint: .isDirectory)
    let isNew = !FileManager.default.fileExists(atPath: state.path)
    let app = try NotifyingApp(in: folder)
    let host = try await TodayHost(
        configuration: HostConfiguration(stateDirectory: state, sandbox: .off, version: "test"),
        logger: logger,
        clock: clock
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await host.run() }
        do {
            if isNew { _ = try await host.send(InstallAppRequest(path: app.bundle, consent: .everything)) }
            try await body(HostFixture(host: host, app: app, clock: clock))
        } catch {
            group.cancelAll()
            throw error
        }
        group.cancelAll()
        while let _ = try await group.next() {}
    }
}
