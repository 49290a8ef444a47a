import FoundationEssentials
import GRDB
import HostStorage
import Testing
import TodayProtocol

/// How an inbox is read and searched.
@Suite struct MessageListTests {
    private func pages(_ store: DurableStore, limit: Int, matching query: String? = nil) async throws -> [[MessageID]] {
        var pages: [[MessageID]] = []
        var after: MessageID?
        repeat {
            let begin = after
            let page = try await store.read {
                try $0.messages(of: "com.a", after: begin, limit: limit, matching: query)
            }
            pages.append(page.messages.map(\.id))
            after = page.next
        } while after != nil && pages.count < 100
        return pages
    }

    @Test(arguments: [(1, 7), (3, 3), (7, 1), (100, 1)])
    func pagesTogetherAreTheWholeList(limit: Int, count: Int) async throws {
        try await withPromises { store async throws in
            // Several of one second, where only the order of the list tells them apart.
            let list = (0..<7).map { RemoteMessage.sample(MessageID("m\($0)"), sent: Double(3 - $0 / 2)) }
            try await store.merge(list)
            let pages = try await pages(store, limit: limit)
            #expect(pages.flatMap(\.self) == list.map(\.id))
            #expect(pages.count == count)
        }
    }

    @Test func aPageThatWasToBeginAfterAMessageThatIsGoneIsRefused() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("a", sent: 2), .sample("b", sent: 1)])
            #expect(
                await refusal { _ = try await store.read { try $0.messages(of: "com.a", after: "x", limit: 9) } }
                    == .notFound
            )
            #expect(
                await refusal { _ = try await store.read { try $0.messages(of: "com.b", after: "a", limit: 9) } }
                    == .notFound
            )
            #expect(try await store.read { try $0.messages(of: nil, after: "a", limit: 9).messages.map(\.id) } == ["b"])
        }
    }

    @Test func aPageFitsALineHoweverLargeItsMessagesAre() async throws {
        try await withPromises { store async throws in
            let list = (0..<90).map { number in
                var message = RemoteMessage.sample(
                    MessageID("m\(number)"),
                    title: String(repeating: "\"", count: 1024),
                    sent: Double(-number)
                )
                message.extra["x"] = String(repeating: "x", count: 16_000)
                return message
            }
            try await store.merge(list)
            let pages = try await pages(store, limit: 100)
            #expect(pages.flatMap(\.self) == list.map(\.id))
            #expect(pages.count > 1)
            #expect(pages.allSatisfy { (1...40).contains($0.count) })
        }
    }

    @Test(
        arguments: [
            ("", ["c", "b", "a"]), ("  ", ["c", "b", "a"]), ("soup", ["a"]), ("SOUP TONIGHT", ["a"]), ("ÄPFEL", ["b"]),
            ("pie soup", []), ("crust", ["b"]), ("bake crust äpfel", ["b"]), ("100%", ["c"]), ("_", []),
            ("'; DROP TABLE message; --", []),
        ] as [(String, [MessageID])]
    )
    func everyWordStandsInTitleSecondLineOrText(query: String, ids: [MessageID]) async throws {
        try await withPromises { store async throws in
            try await store.merge([
                .sample("c", title: "100% off", sent: 3), .sample("b", title: "Äpfel", sent: 2),
                .sample("a", title: "Dinner", subtitle: "Soup tonight", sent: 1),
            ])
            try await store.bodyArrived("b", text: "Bake the pie until its CRUST is brown.")
            #expect(try await store.listed(matching: query) == ids)
            #expect(try await store.read { try $0.messages(of: "com.a", limit: 9, matching: query).unread } == 3)
            #expect(try await pages(store, limit: 1, matching: query).flatMap(\.self) == ids)
        }
    }

    @Test func aSearchThatTakesTooLongIsRefusedAndAListIsNot() async throws {
        try await withPromises { store async throws in
            try await store.merge([.sample("b", sent: 2), .sample("a", sent: 1)])
            // No message matches: the time is looked at all the same.
            let error = await #expect(throws: StoreError.self) {
                try await store.read { try $0.messages(of: "com.a", limit: 9, matching: "x", within: .zero) }
            }
            #expect(error?.code == .limitExceeded)
            #expect(try await store.read { try $0.messages(of: "com.a", limit: 9, within: .zero).messages.count } == 2)
        }
    }

    @Test func aRowThatCannotBeReadHidesNoOther() async throws {
        try await withFolder { folder in
            let path = folder + "/promises.sqlite"
            var store = try DurableStore(path: path)
            try await store.merge([.sample("a", sent: 2), .sample("b", sent: 1)])
            await store.close()
            let database = try DatabaseQueue(path: path)
            try await database.write { try $0.execute(sql: "UPDATE message SET extra = '[' WHERE id = 'a'") }
            try database.close()
            store = try DurableStore(path: path)
            #expect(try await store.listed() == ["b"])
            try await store.apply(.delete("com.a", ["a"]))
            #expect(try await store.number() == 1)
            await store.close()
        }
    }
}
