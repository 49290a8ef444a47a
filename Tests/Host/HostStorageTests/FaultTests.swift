import CFaultVFS
import FaultInjection
import Foundation
import GRDB
import HostStorage
import Testing
import TodayProtocol
import TodayTestSupport

/// Lets each single operation on the database's files fail, and the power at random moments.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    /// The store while its files fail: it answers each commit, with success or with an error.
    private struct Session {
        /// The numbers that were acknowledged, in order.
        var acknowledged: [Int] = []
        var refusals: [StoreError.Code] = []
    }

    private static let commits = 1...9

    /// Opens the store, writes, reads and closes it.
    ///
    /// Each transaction writes its number under two keys, and some add enough for several pages.
    private static func session(on path: String, bytes: Int = 30_000) async -> Session {
        var session = Session()
        let store: DurableStore
        do { store = try DurableStore(path: path) } catch {
            session.refusals.append(error.code)
            return session
        }
        for number in commits {
            let large = String(repeating: "x", count: number.isMultiple(of: 3) ? bytes : 10)
            do {
                try await store.commit(
                    .set(.integer(number), for: "last"),
                    .set(.string(large), for: "filler \(number % 4)"),
                    .set(.integer(number), for: "slot \(number)")
                )
                session.acknowledged.append(number)
            } catch {
                session.refusals.append(error.code)
            }
            _ = try? await store.value("slot \(number)")
        }
        await store.close()
        return session
    }

    /// Opens the store again and looks for what was acknowledged, and for what is half there.
    private static func expectKept(_ session: Session, in path: String, _ comment: Comment) async throws {
        let store = try DurableStore(path: path)
        let entries = try await store.read { try $0.defaults(of: "group.test").entries }
        let values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
        let slots = commits.filter { values["slot \($0)"] == .integer($0) }
        #expect(Set(slots).isSuperset(of: session.acknowledged), comment)
        #expect(values["last"] == slots.last.map { .integer($0) }, comment)
        // It works on.
        try await store.commit(.set(1, for: "afterwards"))
        await store.close()
        let database = try DatabaseQueue(path: path)
        let faults = try await database.read { database in
            try String.fetchAll(database, sql: "PRAGMA integrity_check")
                + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
        }
        #expect(faults == ["ok"], comment)
        try database.close()
    }

    /// Runs a test on a copy of an empty database.
    private static func withCopy(of template: String, _ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            try FileManager.default.copyItem(atPath: template, toPath: path)
            try await body(path)
        }
    }

    private static func withTemplate(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let path = folder + "/template.sqlite"
            try await DurableStore(path: path).close()
            try await body(path)
        }
    }

    private static func folder(of path: String) -> String { String(path.dropLast("/promises.sqlite".count)) }

    /// Lets operations of a session fail, one in each session, until a session ends before the next one.
    private static func expectKeptWhicheverFails(
        _ kind: FaultKind,
        lasts: Bool,
        on makeDatabase: (_ body: (String) async throws -> Void) async throws -> Void
    ) async throws {
        var operation = FaultStride.first
        var isDone = false
        while !isDone {
            try await makeDatabase { path in
                try await withFaults(in: folder(of: path), kind, at: operation, lasts: lasts) { faults in
                    let session = await session(on: path)
                    isDone = faults.operationCount < operation
                    faults.mend()
                    let comment: Comment = "operation \(operation): \(session.refusals)"
                    // An error that does not last costs at most what it met.
                    if !lasts, session.refusals.count > 1 { Issue.record(comment) }
                    try await expectKept(session, in: path, comment)
                }
            }
            operation += FaultStride.operations
        }
        #expect(operation > 20)
    }

    @Test(arguments: [(FAULT_ERROR, false), (FAULT_ERROR, true), (FAULT_FULL, false), (FAULT_FULL, true)])
    func whicheverOperationFailsNothingThatWasAcknowledgedIsLost(kind: FaultKind, lasts: Bool) async throws {
        try await Self.withTemplate { template in
            try await Self.expectKeptWhicheverFails(kind, lasts: lasts) { body in
                try await Self.withCopy(of: template, body)
            }
        }
    }

    @Test func whicheverOperationFailsWhileTheDatabaseIsMadeItCanBeMadeLater() async throws {
        try await Self.expectKeptWhicheverFails(FAULT_ERROR, lasts: true) { body in
            try await withFolder { folder in try await body(folder + "/promises.sqlite") }
        }
    }

    /// Some sessions are large enough for SQLite to copy its log into the database before it is closed.
    @Test(arguments: [(30_000, 60), (1_000_000, 20)])
    func afterAPowerFailureEverythingThatWasAcknowledgedIsThere(bytes: Int, runs: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = RandomNumbers(state: seed)
        try await Self.withTemplate { template in
            var count = 0
            try await Self.withCopy(of: template) { path in
                count = await withFaults(in: Self.folder(of: path), FAULT_POWER, at: nil) { faults in
                    _ = await Self.session(on: path, bytes: bytes)
                    return faults.operationCount
                }
            }
            for run in 1...FaultStride.count(of: runs) {
                let operation = Int.random(in: 1...count, using: &random)
                let imageSeed = random.next()
                try await Self.withCopy(of: template) { path in
                    try await withFolder { disk in
                        let session = try await withFaults(in: Self.folder(of: path), FAULT_POWER, at: operation) {
                            let session = await Self.session(on: path, bytes: bytes)
                            try $0.saveImage(to: disk, seed: imageSeed)
                            return session
                        }
                        let comment: Comment = "seed \(seed), run \(run), operation \(operation) of \(count)"
                        try await Self.expectKept(session, in: disk + "/promises.sqlite", comment)
                    }
                }
            }
        }
    }
}
