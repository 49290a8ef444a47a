import CloudStorage
import Foundation
import Testing
import TodayTestSupport

@Suite struct DeviceTests {
    @Test func aTokenAdmitsOneDevice() async throws {
        try await withStore { fixture async throws in
            let device = try await fixture.device("one")
            #expect(device.person == "ada")
            let again = try await fixture.store.join(
                token: hash("join-one"),
                id: DeviceID("two"),
                name: "",
                tokenHash: hash("x")
            )
            #expect(again == nil)
            #expect(try await fixture.store.device(tokenHash: hash("token-one"))?.id == DeviceID("one"))
            #expect(try await fixture.store.device(tokenHash: hash("x")) == nil)
        }
    }

    @Test func anOldTokenAdmitsNobody() async throws {
        try await withStore { fixture async throws in
            try await fixture.store.addJoinToken(hash: hash("t"), person: "ada", expires: fixture.clock.value + 60)
            fixture.clock.advance(by: 60)
            let device = try await fixture.store.join(
                token: hash("t"),
                id: DeviceID("d"),
                name: "",
                tokenHash: hash("x")
            )
            #expect(device == nil)
        }
    }

    @Test func revokingAPersonTakesEveryWayIn() async throws {
        try await withStore { fixture async throws in
            let device = try await fixture.device("one")
            let other = try await fixture.device("bobs", of: "bob")
            try await fixture.register(device)
            try await fixture.store.append(fixture.content(), to: [device.number])
            try await fixture.store.addJoinToken(hash: hash("spare"), person: "ada", expires: fixture.clock.value + 60)

            #expect(try await fixture.store.revoke(person: "ada") == [device.number])
            #expect(try await fixture.store.revoke(person: "ada") == nil)
            #expect(try await fixture.store.device(tokenHash: hash("token-one")) == nil)
            let late = try await fixture.store.join(
                token: hash("spare"),
                id: DeviceID("d"),
                name: "",
                tokenHash: hash("x")
            )
            #expect(late == nil)
            #expect(try await fixture.inbox().credentials.isEmpty)
            #expect(try await fixture.store.events(of: device.number, after: 0, limit: 10).isEmpty)
            #expect(try await fixture.store.channels(of: fixture.app).isEmpty)
            #expect(try await fixture.store.existing([device.number, other.number]) == [other.number])
        }
    }

    @Test func oneDeviceIsRemovedAlone() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one")
            try await fixture.device("two")
            #expect(try await fixture.store.removeDevice(DeviceID("one"), of: "bob") == nil)
            #expect(try await fixture.store.removeDevice(DeviceID("one"), of: "ada") == one.number)
            #expect(try await fixture.store.devices(of: "ada").map(\.id.text) == ["two"])
            #expect(try await fixture.store.devices(of: nil).count == 1)
            #expect(try await fixture.store.devices(of: "bob").isEmpty)
        }
    }

    @Test func tokensThatWaitAreLimited() async throws {
        try await withStore { fixture async throws in
            for number in 0..<CloudStore.joinTokenLimit {
                let token = hash("t\(number)")
                try await fixture.store.addJoinToken(hash: token, person: "ada", expires: fixture.clock.value + 60)
            }
            let error = await #expect(throws: CloudStoreError.self) {
                try await fixture.store.addJoinToken(hash: hash("t"), person: "ada", expires: fixture.clock.value + 60)
            }
            #expect(error?.code == .conflict)
        }
    }
}
