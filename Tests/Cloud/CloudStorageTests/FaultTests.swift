import CFaultVFS
import CloudStorage
import FaultInjection
import Foundation
import GRDB
import Testing
import TodayTestSupport

/// Lets each single operation on the cloud's database fail, and the power at random moments.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    /// What the store answered.
    private struct Session {
        /// The pushes that were accepted.
        var accepted: [String] = []
        /// The pushes that were delivered.
        var delivered: [String] = []
        var refusals: [CloudStoreError.Code] = []
    }

    private static let date = Date(timeIntervalSince1970: 1_795_000_000)

    private static func event(_ kind: String, _ body: String) -> EventContent {
        EventContent(kind: kind, body: body, expires: date + 3600)
    }

    private static func push(_ number: Int) -> NewPush {
        let body = String(repeating: "x", count: number.isMultiple(of: 3) ? 30_000 : 10)
        let message = NewMessage(
            id: CloudMessageID("\(number)"),
            title: "Title",
            contentType: "text/html",
            body: Data(body.utf8),
            sent: date,
            expires: nil,
            extra: "{}"
        )
        return NewPush(
            id: PushID("push-\(number)"),
            selection: "\(number)",
            content: event("push", "\(number)"),
            message: message
        )
    }

    /// Opens the store, accepts pushes, each with a message, delivers and closes it.
    private static func session(on path: String, app: AppNumber) async -> Session {
        var session = Session()
        let store: CloudStore
        do { store = try CloudStore(path: path, now: { date }) } catch {
            session.refusals.append(error.code)
            return session
        }
        for number in 1...5 {
            do throws(CloudStoreError) {
                try await store.accept([push(number)], of: app)
                session.accepted.append("\(number)")
                let pushes = try await store.pendingPushes(limit: 9)
                let members = try await store.candidates(of: app, leaves: nil, after: ChannelNumber(0), limit: 9)
                let pages = pushes.map { push in
                    PushPage(push: push, recipients: members, cursor: nil, notice: event("inbox", "{}"))
                }
                try await store.deliver(pages)
                session.delivered += pushes.map(\.selection)
            } catch {
                session.refusals.append(error.code)
            }
        }
        await store.close()
        return session
    }

    private static func expectKept(
        _ session: Session,
        in path: String,
        app: AppNumber,
        _ comment: Comment
    ) async throws {
        let store = try CloudStore(path: path, now: { date })
        let pending = try await store.pendingPushes(limit: 99)
        let waiting = Set(pending.map(\.selection))
        let isWhole = pending.allSatisfy { $0.hasMessage }
        #expect(isWhole, comment)
        let member = try #require(
            try await store.candidates(of: app, leaves: nil, after: ChannelNumber(0), limit: 9).first
        )
        let events = try await store.events(of: try #require(member.device), after: 0, limit: 99)
        let messages = try await store.messages(in: try #require(member.inbox)).messages.map(\.id.text)
        let arrived = Set(events.map(\.content.body))
        #expect(arrived.count == events.count, comment)
        #expect(arrived == Set(messages), comment)
        #expect(arrived.isSuperset(of: session.delivered), comment)
        #expect(waiting.union(arrived).isSuperset(of: session.accepted), comment)
        #expect(waiting.isDisjoint(with: arrived), "a push has arrived and would arrive again: \(comment)")
        await store.close()
        let database = try DatabaseQueue(path: path)
        let faults = try await database.read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
        }
        #expect(faults == ["ok"], comment)
        try database.close()
    }

    /// Runs a test with the path of a database that has an app with a device.
    private static func withTemplate(_ body: (_ path: String, AppNumber) async throws -> Void) async throws {
        try await withStore(on: [.sqlite]) { fixture async throws in
            try await fixture.register(try await fixture.device("one"))
            // Only then has a copy of the file what is in the log: closing the store may leave it there.
            try await DatabaseQueue(path: fixture.path).writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            try await body(fixture.path, fixture.app)
        }
    }

    /// Runs a test in a folder with a copy of a database.
    private static func withCopy(of template: String, _ body: (_ folder: String) async throws -> Void) async throws {
        try await withTemporaryDirectory(isInMemory: true) { folder in
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
                        try await Self.expectKept(session, in: folder + "/cloud.sqlite", app: app, comment)
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
                    let session = await Self.session(on: folder + "/cloud.sqlite", app: app)
                    #expect(session.delivered == ["1", "2", "3", "4", "5"], "\(session.refusals)")
                    return faults.operationCount
                }
            }
            for run in 1...FaultStride.count(of: 60) {
                let operation = Int(random.next() % UInt64(count)) + 1
                let imageSeed = random.next()
                try await Self.withCopy(of: template) { folder in
                    try await withTemporaryDirectory(isInMemory: true) { disk in
                        let session = try await withFaults(in: folder, FAULT_POWER, at: operation) { faults in
                            let session = await Self.session(on: folder + "/cloud.sqlite", app: app)
                            try faults.saveImage(to: disk, seed: imageSeed)
                            return session
                        }
                        let comment: Comment = "seed \(seed), run \(run), operation \(operation) of \(count)"
                        try await Self.expectKept(session, in: disk + "/cloud.sqlite", app: app, comment)
                    }
                }
            }
        }
    }
}
