import CloudStorage
import CloudTestSupport
import Foundation
import Testing
import TodayTestSupport

@testable import CloudCore

@Suite struct ListUploadTests {
    private struct Damage: Error {}

    private func list(_ fixture: CloudFixture) async throws -> StaticListRecord {
        try await fixture.store.addStaticList("vip", description: nil, extra: nil, to: fixture.app.number)
        return try #require(try await fixture.store.staticList("vip", of: fixture.app.number))
    }

    private func refusal(_ uploads: ListUploadTracker, _ app: Int64) async -> CloudError? {
        do {
            try await uploads.run(of: AppNumber(app)) {}
            return nil
        } catch { return error as? CloudError }
    }

    @Test func fewUploadsGoOnAtOnce() async throws {
        let uploads = ListUploadTracker()
        try await uploads.run(of: AppNumber(1)) {
            let same = await refusal(uploads, 1)
            #expect(same?.code == .tooMany)
            #expect(same?.retryAfter != nil)
            try await uploads.run(of: AppNumber(2)) {
                #expect(await refusal(uploads, 2)?.code == .tooMany)
                let third = await refusal(uploads, 3)
                #expect(third?.code == .unavailable)
                #expect(third?.retryAfter != nil)
            }
            #expect(await refusal(uploads, 3) == nil)
        }
        #expect(await refusal(uploads, 1) == nil)
    }

    @Test func anUploadThatFailedLetsTheNextOneIn() async throws {
        let uploads = ListUploadTracker()
        await #expect(throws: Damage.self) { try await uploads.run(of: AppNumber(1)) { throw Damage() } }
        #expect(await refusal(uploads, 1) == nil)
    }

    @Test func whatAFailedUploadHasCollectedIsSweptAtOnce() async throws {
        try await withCloud { fixture async throws in
            let list = try await list(fixture)
            var count = 0
            await #expect(throws: Damage.self) {
                try await fixture.cloud.replaceMembers(
                    of: list,
                    by: {
                        count += 1
                        if count > 700 { throw Damage() }
                        return .namedUser("u\(count)")
                    },
                    of: fixture.app
                )
            }
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
            #expect(try await fixture.store.staticList("vip", of: fixture.app.number)?.upload == nil)
        }
    }

    @Test func whatWasCollectedForAListThatIsGoneIsSweptAtOnce() async throws {
        try await withCloud { fixture async throws in
            let list = try await list(fixture)
            #expect(try await fixture.cloud.removeStaticList("vip", of: fixture.app))
            var rest = [ListMember.namedUser("ada")].makeIterator()
            await #expect(throws: CloudStoreError.self) {
                try await fixture.cloud.replaceMembers(of: list, by: { rest.next() }, of: fixture.app)
            }
            #expect(try await fixture.store.sweepLists())
            #expect(try await fixture.store.sweepLists() == false)
        }
    }

    @Test func anUploadSweepsWhatWasReplacedBefore() async throws {
        try await withCloud { fixture async throws in
            let list = try await list(fixture)
            for _ in 0..<6 {
                var rest = (0..<1200).map { ListMember.namedUser("u\($0)") }.makeIterator()
                try await fixture.cloud.replaceMembers(of: list, by: { rest.next() }, of: fixture.app)
            }
            // Only the newest replaced uploads are kept, for running downloads.
            #expect(try await fixture.store.sweepLists() == false)
            fixture.date.advance(by: CloudStore.uploadRetention + 1)
            var sweeps = 0
            while try await fixture.store.sweepLists() { sweeps += 1 }
            // Each has 1200 members, which take two pages; one more was replaced by the last upload.
            #expect(sweeps == 2 * (CloudStore.spareUploadLimit + 1))
        }
    }

    @Test func theSweeperIsToldWhenThereIsSomethingToSweep() async throws {
        try await withCloud { fixture async throws in
            let uploads = fixture.cloud.listUploads
            let list = try await list(fixture)
            #expect(uploads.nextSweep == nil)
            try await fixture.cloud.replaceMembers(of: list, by: { nil }, of: fixture.app)
            let date = fixture.date.value
            #expect(uploads.nextSweep == date + CloudStore.uploadRetention)
            await #expect(throws: Damage.self) {
                try await fixture.cloud.replaceMembers(of: list, by: { throw Damage() }, of: fixture.app)
            }
            #expect(uploads.nextSweep == date)
            #expect(uploads.claimDueSweep(date))
            #expect(!uploads.claimDueSweep(date))
            #expect(uploads.nextSweep == date + CloudStore.uploadRetention)
            #expect(uploads.claimDueSweep(date + CloudStore.uploadRetention))
            #expect(uploads.nextSweep == nil)
        }
    }

    @Test func aListHasALimitOfMembers() async throws {
        try await withCloud { fixture async throws in
            let list = try await list(fixture)
            let error = await #expect(throws: CloudError.self) {
                try await fixture.cloud.replaceMembers(of: list, by: { .namedUser("ada") }, of: fixture.app)
            }
            #expect(error?.code == .tooLarge)
        }
    }
}
