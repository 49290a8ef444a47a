import Foundation
import HostModel
import JSONRPC
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// How busy the computer is: who may know it, and what is read.
@Suite(.timeLimit(.minutes(5))) struct SystemStatusTests {
    private func ask(_ fixture: SessionFixture) async throws -> SystemStatusRequest.Reply {
        try await fixture.process.call(SystemStatusRequest(), deadline: .seconds(30))
    }

    private func grant(_ fixture: SessionFixture, _ granted: Bool = true, revoked: Set<AppRightID> = []) {
        var rights = fixture.session.rights
        rights.maySeeSystemStatus = granted
        rights.revoked = revoked
        fixture.session.setRights(rights)
    }

    @Test(arguments: [ProcessKind.app, .widget])
    func aProcessWithTheEntitlementIsTold(kind: ProcessKind) async throws {
        try await withSession(kind) { fixture in
            grant(fixture)
            let status = try await ask(fixture)
            #expect(status.load.count == 3 && status.processors == ProcessInfo.processInfo.activeProcessorCount)
            #expect(status.memory.total > 100 << 20 && (0...status.memory.total).contains(status.memory.available))
            #expect(status.disk.total > 100 << 20 && (0...status.disk.total).contains(status.disk.available))
            #expect(status.uptime > 0)
        }
    }

    @Test func withoutTheEntitlementItIsRefusedAndARevokedRightIsNamed() async throws {
        try await withSession { fixture in
            let missing = await expectError(.notEntitled) { try await ask(fixture) }
            #expect(missing?.message.contains("org.today.system-status") == true)
            grant(fixture, false, revoked: [.systemStatus])
            let revoked = await expectError(.notEntitled) { try await ask(fixture) }
            #expect(revoked?.message.contains("You have revoked the right system-status of this app;") == true)
        }
    }

    @Test func itMayBeAskedTwentyTimesInTenSeconds() async throws {
        try await withSession { fixture in
            grant(fixture)
            for _ in 0..<20 { _ = try await ask(fixture) }
            await expectError(.limitExceeded) { try await ask(fixture) }
        }
    }

    // MARK: - Reading

    private static let files = [
        "loadavg": "0.42 1.31 12.28 3/711 31415\n", "uptime": "93784.50 180000.12\n",
        "meminfo": "MemTotal:  2048 kB\nMemFree:  512 kB\nMemAvailable:  1024 kB\nHugePages_Total:  0\n",
    ]

    /// Reads from a folder with these files, of which one has another text, or is missing with `nil`.
    private func read(_ changed: String = "", _ text: String? = nil) async throws -> SystemStatusRequest.Reply {
        try await withTemporaryDirectory(isInMemory: true) { folder in
            var files = Self.files
            files[changed] = text
            for (name, text) in files {
                try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            return try SystemStatusReader(folder: folder).read()
        }
    }

    @Test func theFilesOfTheKernelAreRead() async throws {
        let status = try await read()
        #expect(status.load == [0.42, 1.31, 12.28] && status.uptime == 93_784.5)
        #expect(status.memory == SystemStatusRequest.Capacity(total: 2 << 20, available: 1 << 20))
        #expect(status.swap == SystemStatusRequest.Capacity(total: 0, available: 0))
    }

    @Test(arguments: [
        ("loadavg", nil), ("loadavg", "0.4 0.3"), ("loadavg", "nan 1 1 2/3 4"), ("uptime", ""), ("uptime", "-1 2"),
        ("meminfo", "MemTotal: 12 kB\n"), ("meminfo", "MemTotal: 12 MB\nMemAvailable: 3 kB\n"),
        ("meminfo", "MemTotal: 9223372036854775807 kB\nMemAvailable: 3 kB\n"),
    ])
    func aFileOfAnotherFormIsNamed(name: String, text: String?) async throws {
        let error = await #expect(throws: SystemStatusReader.Failure.self) { try await read(name, text) }
        #expect(error?.file.hasSuffix("/\(name)") == true)
    }
}
