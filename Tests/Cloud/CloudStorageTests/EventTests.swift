import Foundation
import PrometheusMetrics
import SQLStore
import Testing
import TodayTestSupport

@testable import CloudStorage

@Suite struct EventTests {
    @Test func numbersGrowForEachDeviceAndAreToldInOrder() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one").number
            let two = try await fixture.device("two").number
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<50 {
                    group.addTask {
                        try await fixture.store.append(fixture.content("k", "\(index)"), to: [two, one])
                    }
                }
                try await group.waitForAll()
            }
            for device in [one, two] {
                let kept = try await fixture.store.events(of: device, after: 0, limit: 1000)
                #expect(kept.count == 50)
                #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.sequence < $1.sequence })
                #expect(fixture.told.events.filter { $0.device == device } == kept)
            }
        }
    }

    @Test func aDeviceThatIsGoneIsPassedOver() async throws {
        try await withStore { fixture async throws in
            var devices: [DeviceNumber] = []
            for name in ["one", "two", "three"] { devices.append(try await fixture.device(name).number) }
            _ = try await fixture.store.removeDevice(DeviceID("two"))
            try await fixture.store.append(fixture.content("k"), to: [devices[2], devices[1], devices[0]])

            var kept: [DeviceEvent] = []
            for device in devices { kept += try await fixture.store.events(of: device, after: 0, limit: 10) }
            #expect(kept.map(\.device) == [devices[0], devices[2]])
            #expect(kept.map(\.sequence) == [1, 1])
            #expect(try await fixture.store.lastSequence(of: devices[2]) == 1)
            #expect(fixture.told.events == kept)
        }
    }

    @Test func acknowledgedEventsAreGoneAndTheirContentWithTheLast() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one").number
            let two = try await fixture.device("two").number
            try await fixture.store.append(fixture.content("a"), to: [one, two])
            try await fixture.store.append(fixture.content("b"), to: [one, two])
            // The other device's event has the same number, and stays all the same.
            let first = try #require(try await fixture.store.events(of: two, after: 0, limit: 1).first)

            try await fixture.store.acknowledge(two, upTo: first.sequence)
            #expect(try await fixture.store.events(of: two, after: 0, limit: 9).map(\.content.kind) == ["b"])
            #expect(try await fixture.store.events(of: one, after: 0, limit: 9).map(\.content.kind) == ["a", "b"])
            let last = try await fixture.store.lastSequence(of: one)
            for device in [one, two] { try await fixture.store.acknowledge(device, upTo: last) }
            #expect(try await fixture.count("content") == 0)
            #expect(try await fixture.count("event") == 0)
        }
    }

    @Test func acknowledgementsOfTwoNodesDoNotWaitForEachOther() async throws {
        try await withStore { fixture async throws in
            let other = try fixture.reopen()
            var devices: [DeviceNumber] = []
            for index in 0..<40 { devices.append(try await fixture.device("\(index)").number) }
            for kind in ["a", "b", "c"] { try await fixture.store.append(fixture.content(kind), to: devices) }
            // Each has another content first: one by one, these would wait for each other in a circle.
            for (index, device) in devices.enumerated() {
                try await fixture.store.acknowledge(device, upTo: Int64(index % 3))
            }
            let before = fixture.store.database.activity.writes.value + other.database.activity.writes.value

            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, device) in devices.enumerated() {
                    let store = index.isMultiple(of: 2) ? fixture.store : other
                    group.addTask { try await store.acknowledge(device, upTo: 3) }
                }
                try await group.waitForAll()
            }
            #expect(try await fixture.count("event") == 0)
            #expect(try await fixture.count("content") == 0)
            let stores = [fixture.store, other]
            #expect(stores.map(\.database.activity.conflicts.value) == [0, 0])
            #expect(stores.map(\.database.activity.writes.value).reduce(0, +) - before < devices.count)
            await other.close()
        }
    }

    @Test func aDeviceThatIsRemovedMeanwhileKeepsNoEvent() async throws {
        try await withStore { fixture async throws in
            let other = try fixture.reopen()
            var devices: [DeviceNumber] = []
            for index in 0..<30 { devices.append(try await fixture.device("\(index)").number) }
            let all = devices
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in all.indices {
                    group.addTask { try await fixture.store.append(fixture.content("\(index)"), to: all) }
                    group.addTask { _ = try await other.removeDevice(DeviceID("\(index)")) }
                }
                try await group.waitForAll()
            }
            #expect(try await fixture.count("event") == 0)
            #expect(try await fixture.count("content") == 0)
            await other.close()
        }
    }

    @Test func aDeviceThatWasAwayResumesAndMissesOnlyWhatIsTooOld() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one").number
            try await fixture.store.append(fixture.content("short", seconds: 10), to: [one])
            try await fixture.store.append(fixture.content("long"), to: [one])
            let all = try await fixture.store.events(of: one, after: 0, limit: 9)
            #expect(all.map(\.content.kind) == ["short", "long"])
            #expect(try await fixture.store.events(of: one, after: all[0].sequence, limit: 9).count == 1)
            fixture.clock.advance(by: 11)
            #expect(try await fixture.store.events(of: one, after: 0, limit: 9).map(\.content.kind) == ["long"])
            _ = try await fixture.store.expireOthers()
            let place = try #require(try await fixture.store.sweepEvents(after: DeviceNumber(0)))
            #expect(place == one)
            #expect(try await fixture.store.sweepEvents(after: place) == nil)
            #expect(try await fixture.count("event") == 1)
        }
    }

    @Test func aLaterEventAboutTheSameTakesTheEarliersPlace() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one").number
            for body in ["1", "2", "3"] {
                try await fixture.store.append(fixture.content("inbox", body), to: [one], mergeKey: "x")
            }
            try await fixture.store.append(fixture.content("inbox", "4"), to: [one], mergeKey: "y")
            #expect(try await fixture.store.events(of: one, after: 0, limit: 9).map(\.content.body) == ["3", "4"])
        }
    }

    @Test func eventsSurviveTheEndOfTheProcess() async throws {
        try await withStore { fixture async throws in
            let one = try await fixture.device("one").number
            try await fixture.store.append(fixture.content("a"), to: [one])
            let again = try fixture.reopen()
            #expect(again.epoch == fixture.store.epoch)
            #expect(try await again.events(of: one, after: 0, limit: 9).count == 1)
            await again.close()
        }
    }
}
