import AsyncPrimitives
import CloudDaemon
import Foundation
import HostModel
import JSON
import Logging
import ServiceLifecycle
import Testing
import TodayTestSupport

@testable import HostDaemon

@Suite struct ReadyFileTests {
    private let file: JSONValue = [
        "url": "http://a.localhost:1", "link": "http://a.localhost:1/link/x", "pid": 7, "socket": "/run/s",
    ]

    @Test func fileIsWholeAndPrivateAndLeavesNothingBeside() async throws {
        try await withTemporaryDirectory { folder in
            try Data("old".utf8).write(to: URL(filePath: "\(folder)/ready.json"))

            try ReadyAnnouncer.write(file, to: "\(folder)/ready.json")

            let text = try String(contentsOfFile: "\(folder)/ready.json", encoding: .utf8)
            #expect(
                text
                    == #"{"link":"http://a.localhost:1/link/x","pid":7,"socket":"/run/s","url":"http://a.localhost:1"}"#
                    + "\n"
            )
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/ready.json")
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["ready.json"])
        }
    }

    @Test func missingFolderIsNamed() {
        let error = #expect(throws: HostError.self) { try ReadyAnnouncer.write(file, to: "/nowhere/ready.json") }

        #expect(error?.message.hasPrefix("The ready file /nowhere/ready.json cannot be written. ") == true)
        #expect(error?.message.hasSuffix(": No such file or directory.") == true)
    }
}

/// The end of a host that has not said yet that it serves.
@Suite(.timeLimit(.minutes(5))) struct AnnouncementTests {
    private struct Unfinished: Service {
        let began = OneTimeSignal()

        func run() async throws {
            try await runUntilShutdown {
                began.raise()
                await OneTimeSignal().wait()
                try Task.checkCancellation()
            }
        }
    }

    private struct Broken: Service, Error {
        func run() async throws { try await runUntilShutdown { throw self } }
    }

    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func aShutdownBeforeTheAnnouncementIsNoFailure() async throws {
        let service = Unfinished()
        let group = ServiceGroup(services: [service], logger: logger)
        let running = Task { try await group.run() }
        try await withTimeLimit(on: "the beginning") { await service.began.wait() }
        await group.triggerGracefulShutdown()
        try await withTimeLimit(on: "the end") { try await running.value }
    }

    @Test func anAnnouncementThatFailsEndsTheHostWithItsError() async {
        let group = ServiceGroup(services: [Broken()], logger: logger)
        await #expect(throws: Broken.self) { try await group.run() }
    }
}
