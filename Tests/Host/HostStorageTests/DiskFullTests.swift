import HostStorage
import Testing
import TodayProtocol

@Suite struct DiskFullTests {
    @Test func aFullDiskRefusesClearlyKeepsWhatWasThereAndRecovers() async throws {
        try await withPromises { store async throws in
            try await store.commit(.set("kept", for: "a"))
            try await store.setMaximumSize(bytes: 0)
            let large = PropertyValue.string(String(repeating: "x", count: 200_000))
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.set(1, for: "half"), .set(large, for: "large"))
            }
            #expect(error?.code == .diskFull)
            #expect(error?.message.contains("no space left") == true)
            #expect(try await store.value("half") == nil)
            #expect(try await store.value("a") == "kept")
            #expect(try await store.read { try $0.defaultsUsage(of: "group.test") }.keys == 1)

            try await store.setMaximumSize(bytes: DurableStore.defaultMaximumSize)
            try await store.commit(.set(1, for: "half"), .set(large, for: "large"))
            #expect(try await store.value("large") == large)
        }
    }

    @Test func inAGroupOnlyWhatFindsNoSpaceFails() async throws {
        try await withPromises { store async throws in
            try await store.commit(.set(0, for: "small"))
            try await store.setMaximumSize(bytes: 0)
            let results = Journal<String>()
            let large = PropertyValue.string(String(repeating: "x", count: 200_000))
            await store.holdingWriter {
                for (key, value) in [("small", 1), ("large", large), ("small", 2)] as [(String, PropertyValue)] {
                    store.enqueue(StoreTransaction([.set(value, for: key)], origin: .host)) { result in
                        switch result {
                        case .success: results.add("stored")
                        case .failure(let error): results.add(error.code.rawValue)
                        }
                    }
                }
            }
            #expect(results.entries == ["stored", "diskFull", "stored"])
            #expect(try await store.value("small") == 2)
            #expect(try await store.value("large") == nil)
        }
    }
}
