import HostStorage
import Testing
import TodayProtocol

@testable import DeviceSync

/// What changes between reading a container's queue and the end of a request.
@Suite(.timeLimit(.minutes(5))) struct RecordChangingLinkTests {
    /// A link to the same cloud as another person.
    private static var otherLink: CloudLink {
        var link = CloudLink.fake
        (link.deviceID, link.deviceToken, link.user) = ("another", "other secret", "grace")
        return link
    }

    @Test func aCreationThatIsWithdrawnBeforeItIsSentIsNotSent() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"), .note("b"))
            let read = try await fixture.store.read { try $0.nextRecordBatch(of: RecordFixture.container, bytes: 1000) }
            let batch = try #require(read)
            try await fixture.delete("a")
            let link = try await fixture.sync.link()
            #expect(try await fixture.sync.begin(batch, link)?.changes.map(\.change.name) == ["b"])
            try await fixture.delete("b")
            #expect(try await fixture.sync.begin(batch, link)?.changes.map(\.change.name) == ["b"])
            try await fixture.flush()
            #expect(fixture.sent == [["create b"], ["forceDelete b"]])
            #expect(fixture.cloud.record("a") == nil && fixture.cloud.record("b") == nil)
        }
    }

    @Test func whatAnotherPersonSavesIsNotSentWithTheLinkThatWasLeft() async throws {
        try await withRecords { fixture in
            try await fixture.save(.note("a"))
            fixture.cloud.fail(
                "records/modify",
                .meanwhile {
                    try await fixture.store.commit(.cloud(.link(Self.otherLink)))
                    try await fixture.save(.note("b"))
                }
            )
            let error = await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            #expect(error?.kind == .temporary)
            #expect(fixture.sent == [["create a"]])
            #expect(try await fixture.waiting == 1)
            try await fixture.flush()
            #expect(fixture.cloud.requests.last?.token == "Bearer other secret")
            #expect(fixture.sent == [["create a"], ["create b"]])
        }
    }

    @Test func aSubscriptionOfTheLinkThatWasLeftCountsAsMissing() async throws {
        try await withRecords { fixture in
            for id in ["a", "b"] {
                try await fixture.store.commit(
                    .records(
                        .subscribe(
                            RecordFixture.app,
                            container: RecordFixture.container,
                            .query(id, type: "Note", firesOn: id == "a" ? [.created] : [.deleted])
                        )
                    )
                )
            }
            fixture.cloud.fail(
                "subscriptions/modify",
                .meanwhile { try await fixture.store.commit(.cloud(.link(Self.otherLink))) }
            )
            await #expect(throws: RecordCallFailure.self) { try await fixture.flush() }
            #expect(fixture.cloud.requests.count == 1)
            let stored = try await fixture.store.read { try $0.recordSubscriptions(in: RecordFixture.container) }
            #expect(stored.map(\.isActive) == [false, false])
            try await fixture.flush()
            #expect(fixture.cloud.requests.map(\.token).last == "Bearer other secret")
        }
    }
}
