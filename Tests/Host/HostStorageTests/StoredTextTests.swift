import FoundationEssentials
import GRDB
import HostModel
import HostStorage
import JSON
import Testing
import TodayProtocol

@Suite struct StoredTextTests {
    @Test func aFailedActionKeepsItsKeyAndTellsItsAppInEnglish() async throws {
        try await withPromises { store async throws in
            let reason = LocalizableText.couldNotBeStarted("Weather", reason: LocalizableText.bubblewrapGonePhrase)
            try await store.commit(.install("com.a"), enqueue("1"))
            let batch = try await store.read { try $0.nextActions(of: "com.a", now: Date(timeIntervalSince1970: 0)) }
            try await store.commit(.action(.fail(try #require(batch), reason: reason)))
            let record = try await store.read { try $0.actions(of: "com.a").actions[0] }
            #expect(record.error == reason)
            #expect(record.action.error == "Weather could not be started: bubblewrap is gone.")
        }
    }

    @Test func aFailureThatAnEarlierVersionWroteIsReadAsItStands() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            for id in ["r1", "r2"] { try await store.commit(.respond(to: store.show(.sample(id)).id, id: id)) }
            try await store.commit(
                .response(.fail("r1", reason: .hostNotFound("example.com"))),
                .response(.fail("r2", reason: .hostNotFound("example.com")))
            )
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { database in
                try database.execute(sql: "UPDATE notificationResponse SET reason = '{No network.}' WHERE id = 'r2'")
            }
            try database.close()
            store = try DurableStore(path: path)
            let failed = try await store.read { try $0.failedResponses().map(\.state) }
            #expect(failed == [.failed(reason: .hostNotFound("example.com")), .failed(reason: "{No network.}")])
            await store.close()
        }
    }

    @Test func aKeyThatIsTooLongForItsColumnBecomesEnglish() async throws {
        try await withPromises { store async throws in
            try await store.commit(.respond(to: store.show(.sample("1")).id, id: "r"))
            let host = String(repeating: "x", count: ResponseOperation.reasonBytes)
            try await store.commit(.response(.fail("r", reason: .hostNotFound(host))))
            #expect(try await store.read { try $0.response("r")?.state } == .failed(reason: .text(host)))
        }
    }

    private func enqueue(_ id: ActionID) -> StoreOperation {
        .action(.enqueue("com.a", "group.a", ActionsEnqueueRequest.NewAction(id: id, payload: [:])))
    }
}
