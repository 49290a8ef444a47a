import Foundation
import SQLiteSupport
import Testing
import TodayProtocol

@testable import HostStorage

@Suite struct CommitTests {
    @Test func acknowledgedWritesAreSyncedToDisk() async throws {
        try await withPromises { store async throws in
            let settings = try await store.database.durabilitySettings()
            #expect(settings == ["journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"])
        }
    }

    @Test func operationsThatWaitShareOneCommit() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            let store = try DurableStore(path: path)
            func walBytes() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
            }
            let before = try walBytes()
            let acknowledged = Journal<Revision>()
            await store.holdingWriter {
                for number in 0..<200 {
                    store.enqueue(StoreTransaction([.set(.integer(number), for: "key")], origin: .host)) { result in
                        if let receipt = try? result.get() { acknowledged.add(receipt.revision) }
                    }
                }
            }
            // Each commit of its own writes at least one page of 4 KiB; together they write each page once.
            #expect(try walBytes() - before < 100 * 4096)
            #expect(acknowledged.entries.count == 200)
            #expect(acknowledged.entries == acknowledged.entries.sorted())
            #expect(Set(acknowledged.entries).count == 200)
            #expect(try await store.value("key") == 199)
            await store.close()
        }
    }

    @Test func observersHearACommitBeforeTheRevisionMovesAndBeforeItIsAcknowledged() async throws {
        try await withPromises { store async throws in
            let journal = Journal<String>()
            let before = store.revision
            let token = store.observe { commit in
                journal.add("told \(commit.changes.count), earlier: \(store.revision < commit.revision)")
            }
            for number in 1...2 {
                let receipt = try await store.commit(.set(.integer(number), for: "a"), .set(2, for: "b\(number)"))
                #expect(store.revision == receipt.revision)
                journal.add("acknowledged")
            }
            #expect(store.revision > before)
            token.cancel()
            try await store.commit(.set(9, for: "a"))
            let expected = ["told 2, earlier: true", "acknowledged"]
            #expect(journal.entries == expected + expected)
        }
    }

    @Test func commitsAreToldAndAcknowledgedInTheOrderInWhichTheyWereHandedIn() async throws {
        try await withPromises { store async throws in
            let told = Journal<PropertyValue?>()
            let acknowledged = Journal<Int>()
            let token = store.observe { commit in
                for case .defaults(_, _, let value) in commit.changes { told.add(value) }
            }
            await store.holdingWriter {
                for number in 0..<3000 {
                    store.enqueue(StoreTransaction([.set(.integer(number), for: "k")], origin: .host)) { _ in
                        acknowledged.add(number)
                    }
                }
            }
            #expect(told.entries == (0..<3000).map { .integer($0) })
            #expect(acknowledged.entries == Array(0..<3000))
            token.cancel()
        }
    }

    @Test func theChangeFeedNamesTheOriginAndEachChange() async throws {
        try await withPromises { store async throws in
            let commits = Journal<Commit>()
            let token = store.observe { commits.add($0) }
            let receipt = try await store.commit(
                .set(1, for: "a"),
                .set(1, for: "a"),
                .remove("a"),
                .remove("a"),
                origin: .widget("com.a.App.widget")
            )
            #expect(receipt.outcomes == [.changed, .unchanged, .changed, .unchanged])
            let commit = try #require(commits.entries.first)
            #expect(commits.entries.count == 1)
            #expect(commit.revision == receipt.revision)
            #expect(commit.origin == .widget("com.a.App.widget"))
            #expect(
                commit.changes == [
                    .defaults(group: "group.test", key: "a", value: 1),
                    .defaults(group: "group.test", key: "a", value: nil),
                ]
            )
            token.cancel()
        }
    }

    @Test func whatChangesNothingIsNotToldAndHasTheRevisionBefore() async throws {
        try await withPromises { store async throws in
            let first = try await store.commit(.set("x", for: "a"))
            let commits = Journal<Commit>()
            let token = store.observe { commits.add($0) }
            let second = try await store.commit(.set("x", for: "a"))
            #expect(second.revision == first.revision)
            #expect(store.revision == first.revision)
            #expect(commits.entries.isEmpty)
            token.cancel()
        }
    }

    @Test func aTransactionThatIsRefusedFailsAloneAndWhole() async throws {
        try await withPromises { store async throws in
            let results = Journal<String>()
            let told = Journal<[StoreChange]>()
            let token = store.observe { told.add($0.changes) }
            await store.holdingWriter {
                for number in 0..<5 {
                    var operations = [StoreOperation.set(.integer(number), for: "k\(number)")]
                    if number == 2 { operations.append(.set(1, for: "")) }
                    store.enqueue(StoreTransaction(operations, origin: .host)) { result in
                        switch result {
                        case .success: results.add("\(number)")
                        case .failure(let error): results.add("\(number) \(error.code)")
                        }
                    }
                }
            }
            #expect(results.entries == ["0", "1", "2 invalid", "3", "4"])
            #expect(told.entries.count == 4)
            let page = try await store.read { try $0.defaults(of: "group.test") }
            #expect(page.entries.map(\.key) == ["k0", "k1", "k3", "k4"])
            #expect(try await store.read { try $0.defaultsUsage(of: "group.test").keys } == 4)
            token.cancel()
        }
    }

    @Test func aReadSeesWhatWasHandedInBeforeItAndNothingLater() async throws {
        try await withPromises { store async throws in
            let seen = Journal<PropertyValue?>()
            await store.holdingWriter {
                for number in 0..<50 {
                    store.enqueue(StoreTransaction([.set(.integer(number), for: "k")], origin: .host)) { _ in }
                    store.enqueueRead {
                        try $0.defaultsEntry(for: "k", of: "group.test")?.value
                    } completion: { result in
                        seen.add(try? result.get())
                    }
                }
            }
            #expect(seen.entries == (0..<50).map { .integer($0) })
        }
    }

    /// If it waited, it would do so for ever: the writer goes on only after it.
    @Test func whatIsOnDiskIsReadWhileTheWriterIsBusy() async throws {
        try await withPromises { store async throws in
            try await store.commit(.set(.integer(1), for: "k"))
            let seen = Journal<PropertyValue?>()
            await store.holdingWriter {
                store.enqueue(StoreTransaction([.set(.integer(2), for: "k")], origin: .host)) { _ in }
                do throws(StoreError) {
                    seen.add(try store.readCommitted { try $0.defaultsEntry(for: "k", of: "group.test")?.value })
                } catch {
                    Issue.record(error)
                }
            }
            #expect(seen.entries == [.integer(1)])
            #expect(try await store.value("k") == .integer(2))
        }
    }

    @Test func aReadNamesTheLastCommitItSees() async throws {
        try await withPromises { store async throws in
            let pairs = Journal<(read: Revision, committed: Revision)>()
            await store.holdingWriter {
                for number in 0..<10 {
                    let box = Journal<Revision>()
                    store.enqueue(StoreTransaction([.set(.integer(number), for: "k")], origin: .host)) { result in
                        if let receipt = try? result.get() { box.add(receipt.revision) }
                    }
                    store.enqueueRead {
                        $0.revision
                    } completion: { result in
                        if let read = try? result.get(), let last = box.entries.last { pairs.add((read, last)) }
                    }
                }
            }
            #expect(pairs.entries.count == 10)
            for pair in pairs.entries { #expect(pair.read == pair.committed) }
            #expect(try await store.read { $0.revision } == store.revision)
        }
    }

    @Test func eightWritersLoseNothing() async throws {
        try await withPromises { store async throws in
            let told = Journal<Revision>()
            let token = store.observe { told.add($0.revision) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<100 {
                            try await store.commit(.set(.integer(number), for: "\(writer)-\(number)"))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let page = try await store.read { try $0.defaults(of: "group.test", limit: 1000) }
            #expect(page.entries.count == 800)
            #expect(told.entries.count == 800)
            #expect(told.entries == told.entries.sorted())
            token.cancel()
        }
    }

    @Test func announcementsTakeTheirPlaceAmongTheCommits() async throws {
        try await withPromises { store async throws in
            let told = Journal<[StoreChange]>()
            let token = store.observe { told.add($0.changes) }
            await store.holdingWriter {
                store.enqueue(StoreTransaction([.set(1, for: "a")], origin: .host)) { _ in }
                store.enqueue(StoreTransaction([.announce(.snapshot("w"))], origin: .host)) { _ in }
                store.enqueue(StoreTransaction([.set(2, for: "a")], origin: .host)) { _ in }
            }
            let before = store.revision
            let receipt = try await store.commit(.announce(.snapshot("w")))
            #expect(receipt.revision > before)
            #expect(
                told.entries == [
                    [.defaults(group: "group.test", key: "a", value: 1)], [.snapshot("w")],
                    [.defaults(group: "group.test", key: "a", value: 2)], [.snapshot("w")],
                ]
            )
            token.cancel()
        }
    }

    @Test func revisionsNeverRepeatAlsoAcrossRestarts() async throws {
        try await withFolder { folder in
            var last = Revision(-1)
            var epochs: Set<String> = []
            for _ in 0..<3 {
                let store = try DurableStore(path: folder + "/promises.sqlite")
                epochs.insert(store.epoch)
                #expect(store.revision > last)
                let free = store.nextRevision()
                #expect(free > last)
                let receipt = try await store.commit(.set(.integer(Int(free.number)), for: "a"))
                #expect(receipt.revision > free)
                last = store.nextRevision()
                #expect(last > receipt.revision)
                await store.close()
            }
            #expect(epochs.count == 1)
        }
    }
}
