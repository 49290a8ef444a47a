import FoundationEssentials
import HostStorage
import Testing
import TodayProtocol

@Suite struct DefaultsTests {
    @Test(arguments: [
        PropertyValue.bool(true), .integer(.max), .integer(.min), .real(2), .real(0.1), .string("ü\u{0}\n\"😀"),
        .date(Date(timeIntervalSince1970: 1_800_000_000.125)), .data(Data([0, 255, 1])),
        .array([.integer(1), .real(1), .array([])]), .dictionary(["a": .dictionary([:]), "": "x"]),
    ])
    func everyPropertyListTypeComesBackAsItWas(value: PropertyValue) async throws {
        try await withPromises { store async throws in
            try await store.commit(.set(value, for: "key"))
            #expect(try await store.value("key") == value)
        }
    }

    @Test func anEntryHoldsTheRevisionOfItsLastChange() async throws {
        try await withPromises { store async throws in
            let first = try await store.commit(.set(1, for: "a"))
            try await store.commit(.set(1, for: "b"))
            let entry = try await store.read { try $0.defaultsEntry(for: "a", of: "group.test") }
            #expect(entry?.revision == first.revision)
        }
    }

    @Test func groupsDoNotMeet() async throws {
        try await withPromises { store async throws in
            try await store.commit(.set(1, for: "a", in: "group.one"), .set(2, for: "a", in: "group.two"))
            try await store.commit(.defaults(.removeAll(group: "group.one")))
            #expect(try await store.value("a", in: "group.one") == nil)
            #expect(try await store.value("a", in: "group.two") == 2)
            #expect(try await store.read { try $0.defaultsUsage(of: "group.one") }.bytes == 0)
        }
    }

    @Test func pagesFollowOneAnotherInTheOrderOfKeys() async throws {
        try await withPromises { store async throws in
            let keys = (0..<25).map { "key\($0)" } + ["Z", "ä", "🙂"]
            try await store.commit(
                StoreTransaction(keys.map { StoreOperation.set(.string($0), for: $0) }, origin: .host)
            )
            var read: [String] = []
            var isMore = true
            while isMore {
                let page = try await store.read { [last = read.last] in
                    try $0.defaults(of: "group.test", after: last, limit: 10)
                }
                #expect(page.entries.count <= 10)
                read += page.entries.map(\.key)
                isMore = page.hasMore
            }
            #expect(read == keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        }
    }

    @Test func aPageEndsBeforeItGrowsTooLarge() async throws {
        try await withPromises { store async throws in
            let value = PropertyValue.string(String(repeating: "x", count: 1000))
            try await store.commit(.set(value, for: "a"), .set(value, for: "b"), .set(value, for: "c"))
            let page = try await store.read { try $0.defaults(of: "group.test", byteLimit: 2100) }
            #expect(page.entries.map(\.key) == ["a", "b"])
            #expect(page.hasMore)
            let tiny = try await store.read { try $0.defaults(of: "group.test", byteLimit: 1) }
            #expect(tiny.entries.map(\.key) == ["a"])
        }
    }

    @Test(arguments: ["", "a\u{0}b", "a\nb", "\u{7F}", "\u{85}"])
    func keysWithControlCharactersAndEmptyOnesAreRefused(key: String) async throws {
        try await withPromises { store async throws in
            #expect(await refusal { try await store.commit(.set(1, for: key)) } == .invalid)
        }
    }

    @Test func aKeyHasAtMost256Bytes() async throws {
        try await withPromises { store async throws in
            let longest = String(repeating: "ä", count: 128)
            try await store.commit(.set(1, for: longest))
            let error = await #expect(throws: StoreError.self) { try await store.commit(.set(1, for: longest + "x")) }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("group.test") == true)
            #expect(error?.message.contains("256") == true)
        }
    }

    @Test func aValueHasAtMost256KiB() async throws {
        try await withPromises { store async throws in
            let size = 256 * 1024 - 2
            try await store.commit(.set(.string(String(repeating: "x", count: size)), for: "a"))
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.set(.string(String(repeating: "x", count: size + 1)), for: "a"))
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("262144") == true)
        }
    }

    @Test func aGroupHasAtMost4MiB() async throws {
        try await withPromises { store async throws in
            let value = PropertyValue.string(String(repeating: "x", count: 255 * 1024))
            for number in 0..<16 { try await store.commit(.set(value, for: "k\(number)")) }
            let error = await #expect(throws: StoreError.self) { try await store.commit(.set(value, for: "over")) }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("4194304") == true)
            // Removing makes room; another group has its own.
            try await store.commit(.set(value, for: "over", in: "group.other"))
            try await store.commit(.remove("k0"), .set(value, for: "over"))
        }
    }

    @Test func aGroupHasAtMost10000Keys() async throws {
        try await withPromises { store async throws in
            let operations = (0..<10_000).map { StoreOperation.set(.integer($0), for: "k\($0)") }
            try await store.commit(StoreTransaction(operations, origin: .host))
            #expect(await refusal { try await store.commit(.set(1, for: "over")) } == .limitExceeded)
            try await store.commit(.set(-1, for: "k5"))
        }
    }

    @Test(arguments: [
        PropertyValue.real(.infinity), .array([.real(.nan)]), .dictionary(["$date": "x"]),
        (0..<70).reduce(PropertyValue.integer(1)) { value, _ in .array([value]) },
    ])
    func whatIsNoPropertyListIsRefused(value: PropertyValue) async throws {
        try await withPromises { store async throws in
            #expect(await refusal { try await store.commit(.set(value, for: "a")) } == .invalid)
        }
    }
}
