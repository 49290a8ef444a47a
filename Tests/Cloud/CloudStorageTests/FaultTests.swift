import CFaultVFS
import CloudStorage
import FaultInjection
import Foundation
import GRDB
import Testing
import TodayTestSupport

/// Lets each single operation on the cloud's database fail, and the power at random moments.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    /// What senders were answered.
    private struct Session {
        var acknowledged: [String] = []
        var refusals: [CloudStoreError.Code] = []
    }

    /// Opens the store, accepts pushes, each with a message, reads and closes it.
    private static func session(on path: String, app: AppNumber) async -> Session {
        var session = Session()
        let date = Date(timeIntervalSince1970: 1_795_000_000)
        let store: CloudStore
        do { store = try CloudStore(path: path, now: { date }) } catch {
            session.refusals.append(error.code)
            return session
        }
        for number in 1...8 {
            let body = String(repeating: "x", count: number.isMultiple(of: 3) ? 30_000 : 10)
            let message = NewMessage(
                id: CloudMessageID("message-\(number)"),
                title: "Title",
                contentType: "text/html",
                body: Data(body.utf8),
                sent: date,
                expires: nil,
                extra: "{}"
            )
            let content = EventContent(kind: "push", body: "{}", expires: date + 3600)
            let push = NewPush(
                id: PushID("push-\(number)"),
                selection: "push-\(number)",
                content: content,
                message: message
            )
            do {
                try await store.accept([push], of: app)
                session.acknowledged.append("push-\(number)")
            } catch {
                session.refusals.append(error.code)
            }
            _ = try? await store.pendingPushes(limit: 9)
        }
        await store.close()
        return session
    }

    private static func expectKept(_ session: Session, in path: String, _ comment: Comment) async throws {
        let store = try CloudStore(path: path)
        let pending = try await store.pendingPushes(limit: 99)
        let ids = pending.map(\.selection)
        #expect(Set(ids).isSuperset(of: session.acknowledged), comment)
        let isWhole = pending.allSatisfy { $0.hasMessage }
        #expect(isWhole, comment)
        await store.close()
        let database = try DatabaseQueue(path: path)
        let faults = try await database.read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
        }
        #expect(faults == ["ok"], comment)
        try database.close()
    }

    /// Runs a test with the path of a database that has an app.
    private static func withTemplate(_ body: (_ path: String, AppNumber) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            let path = folder + "/template.sqlite"
            let store = try CloudStore(path: path)
            try await store.addApps([NewApp(name: "org.test.App", key: "key", secret: "s", masterHash: hash("m"))])
            let app = try #require(try await store.app(key: "key"))
            await store.close()
            try await body(path, app.number)
        }
    }

    /// Runs a test in a folder with a copy of a database.
    private static func withCopy(of template: String, _ body: (_ folder: String) async throws -> Void) async throws {
        try await withTemporaryDirectory { folder in
            try FileManager.default.copyItem(atPath: template, toPath: folder + "/cloud.sqlite")
            try await body(folder)
        }
    }

    @Test(arguments: [(FAULT_ERROR, false), (FAULT_ERROR, true), (FAULT_FULL, false), (FAULT_FULL, true)])
    func whicheverOperationFailsNothingThatWasAcknowledgedIsLost(kind: FaultKind, lasts: Bool) async throws {
        try await Self.withTemplate { template, app in
            var operation = FaultStride.first
            var isDone = false
            while !isDone {
                try await Self.withCopy(of: template) { folder in
                    try await withFaults(in: folder, kind, at: operation, lasts: lasts) { faults in
                        let session = await Self.session(on: folder + "/cloud.sqlite", app: app)
                        isDone = faults.operationCount < operation
                        faults.mend()
                        let comment: Comment = "operation \(operation): \(session.refusals)"
                        try await Self.expectKept(session, in: folder + "/cloud.sqlite", comment)
                    }
                }
                operation += FaultStride.operations
            }
            #expect(operation > 20)
        }
    }

    @Test func afterAPowerFailureEverythingThatWasAcknowledgedIsThere() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = RandomNumbers(state: seed)
        try await Self.withTemplate { template, app in
            var count = 0
            try await Self.withCopy(of: template) { folder in
                count = await withFaults(in: folder, FAULT_POWER, at: nil) { faults in
                    _ = await Self.session(on: folder + "/cloud.sqlite", app: app)
                    return faults.operationCount
                }
            }
            for run in 1...FaultStride.count(of: 60) {
                let operation = Int(random.next() % UInt64(count)) + 1
                let imageSeed = random.next()
                try await Self.withCopy(of: template) { folder in
                    try await withTemporaryDirectory { disk in
                        let session = try await withFaults(in: folder, FAULT_POWER, at: operation) { faults in
                            let session = await Self.session(on: folder + "/cloud.sqlite", app: app)
                            try faults.saveImage(to: disk, seed: imageSeed)
                            return session
                        }
                        let comment: Comment = "seed \(seed), run \(run), operation \(operation) of \(count)"
                        try await Self.expectKept(session, in: disk + "/cloud.sqlite", comment)
                    }
                }
            }
        }
    }
}
