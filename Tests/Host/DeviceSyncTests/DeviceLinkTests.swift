import CloudStorage
import CloudTestSupport
import Foundation
import HostModel
import HostStorage
import JSON
import Synchronization
import Testing
import TodayTestSupport

import struct TodayProtocol.AppID
import struct TodayProtocol.MessageID

@testable import CloudCore
@testable import DeviceSync

@Suite(.timeLimit(.minutes(10))) struct DeviceLinkTests {
    @Test func aMessageComesWithItsBodyAndThenItsNotification() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let id = try await fixture.sendMessage("Dinner", body: "<p>Soup</p><script>x</script>")
                try await host.wait { try await host.messages().first?.hasBody ?? false }
                #expect(try await host.messages().map(\.id) == [id])
                let html = try #require(try await host.files.html(of: id, in: LinkedHost.app))
                let text = String(decoding: html, as: UTF8.self)
                #expect(text.contains("<p>Soup</p>") && !text.contains("script>x"))
                #expect(try await host.files.text(of: id, in: LinkedHost.app) == "Soup")
                let due = try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }
                #expect(due.map(\.request.content.body) == ["Dinner"])
                #expect(due.first?.request.content.deepLink == "today-messages://message/\(id)")
            }
        }
    }

    @Test func whatIsAcknowledgedIsInTheStoreBefore() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            let executor = SerialTaskExecutor()
            let isAcknowledged = { @Sendable in host.transport.requests.contains { $0.hasSuffix("/acknowledge") } }
            try await host.run(on: executor) {
                try await host.waitUntilConnected()
                let (parts, input) = AsyncStream<String>.makeStream()
                host.transport.onPart { input.yield($0) }
                // The store's writer waits at a gate, which is left open behind it since a read may run twice.
                let gate = DispatchSemaphore(value: 0)
                defer { gate.signal() }
                host.store.enqueueRead { _ in
                    gate.wait()
                    gate.signal()
                } completion: { _ in
                }
                try await fixture.send(["notification": ["alert": "one"]])
                try await withTimeLimit(on: "the push on the host's stream") {
                    for await part in parts where part.contains("event: push") { return }
                }
                try await withTimeLimit(on: "the commit's wait for the writer") { await executor.waitUntilIdle() }
                #expect(!isAcknowledged(), "the cloud was told of an event that is not on disk")
                gate.signal()
                try await host.wait { isAcknowledged() }
                let link = try #require(try await host.store.read { try $0.cloudLink() })
                #expect(link.sequence > 0)
                let due = try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }
                #expect(due.count == 1)
            }
        }
    }

    @Test func aHostThatWasAwayResumesWhereItWas() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                try await fixture.send(["notification": ["alert": "one"]])
                try await host.wait { try await host.store.read { try $0.cloudLink() }?.sequence ?? 0 > 0 }
            }
            let sequence = try #require(try await host.store.read { try $0.cloudLink() }).sequence
            try await fixture.send(["notification": ["alert": "two"]])
            try await fixture.send(["notification": ["alert": "three"]])
            try await host.run {
                try await host.wait {
                    try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }.count
                        == 3
                }
            }
            #expect(host.transport.requests.contains("GET /api/today/events?after=\(sequence)"))
        }
    }

    @Test func aCutIsShownAndEverythingStaysReadableAndComesLater() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let first = try await fixture.sendMessage("first")
                try await host.wait { try await host.messages().first?.hasBody ?? false }

                host.transport.cut(true)
                // A break that lasts a moment is nothing to show.
                try await host.wait { host.link.status.state == .connecting }
                await host.clock.advanceWhenSleeping(by: .seconds(1))
                try await host.wait { host.link.status.notice != nil }
                #expect(host.link.status.notice?.english.contains("cannot be reached") == true)
                #expect(try await host.messages().map(\.id) == [first])
                try await host.store.commit(.message(.read(LinkedHost.app, [first], true)), origin: .person)
                _ = try await fixture.sendMessage("second")

                host.transport.cut(false)
                async let asked: Void = host.link.refresh()
                try await host.wait { try await host.messages().filter(\.hasBody).count == 2 }
                try await asked
                #expect(host.link.status.notice == nil)
                try await host.wait { try await host.store.read { try $0.unsyncedChanges(of: LinkedHost.app) }.isEmpty }
                #expect(try await host.messages().map(\.isRead) == [false, true])
            }
        }
    }

    @Test func whatIsReadAndDeletedOnOneHostIsSoOnTheOther() async throws {
        try await withLink { fixture in
            let (laptop, desk) = (try await fixture.host("laptop"), try await fixture.host("desk"))
            try await laptop.run {
                try await desk.run {
                    try await laptop.waitUntilConnected()
                    try await desk.waitUntilConnected()
                    let (a, b) = (try await fixture.sendMessage("a"), try await fixture.sendMessage("b"))
                    for host in [laptop, desk] { try await host.wait { try await host.messages().count == 2 } }

                    try await laptop.store.commit(.message(.read(LinkedHost.app, [a], true)), origin: .person)
                    try await desk.wait { try await desk.messages().last?.isRead ?? false }
                    #expect(try await desk.store.read { try $0.unread(of: LinkedHost.app) } == 1)

                    try await desk.store.commit(.message(.read(LinkedHost.app, [a], false)), origin: .person)
                    try await laptop.wait { try await laptop.messages().last?.isRead == false }

                    try await desk.store.commit(.message(.delete(LinkedHost.app, [b])), origin: .person)
                    try await laptop.wait { try await laptop.messages().map(\.id) == [a] }
                }
            }
        }
    }

    @Test func aTokenWorksOnce() async throws {
        try await withLink { fixture in
            let host = try LinkedHost(fixture.cloud, folder: fixture.folder, name: "h")
            let token = try await fixture.cloud.cloud.joinTokenIssuer.make(person: "ada")
            try await host.link.join("http://127.0.0.1:1", token: token, name: "h")
            for bad in [token, "nonsense", ""] {
                let failure = await #expect(throws: CloudFailure.self) {
                    try await host.link.join("http://127.0.0.1:1", token: bad, name: "h")
                }
                #expect(failure?.code == .forbidden || failure?.code == .refused)
            }
            #expect(try await host.store.read { try $0.cloudLink() }?.user == "ada")
        }
    }

    @Test func aHostThatIsShutOutSaysSoAndTriesNoMore() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let device = try #require(try await host.store.read { try $0.cloudLink() }).deviceID
                host.transport.cut(true)
                try await host.wait { host.link.status.state == .connecting }
                _ = try await fixture.cloud.store.removeDevice(DeviceID(device))
                host.transport.cut(false)
                await host.clock.advanceWhenSleeping(by: .seconds(1))
                try await host.wait { host.link.status.state == .unregistered }
                #expect(host.link.status.notice?.english.contains("today link") == true)
                let failure = await #expect(throws: CloudFailure.self) { try await host.link.refresh() }
                #expect(failure?.code == .unauthorized)

                try await host.join(fixture.cloud, as: "ada")
                try await host.waitUntilConnected()
            }
        }
    }

    @Test func leavingEmptiesTheInboxAndTellsTheCloud() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                _ = try await fixture.sendMessage("a")
                try await host.wait { try await host.messages().count == 1 }
                try await host.link.leave()
                #expect(try await host.messages().isEmpty)
                try await host.wait { host.link.status == .notLinked }
                #expect(host.transport.requests.contains("DELETE /api/today/device"))
                let failure = await #expect(throws: CloudFailure.self) { try await host.link.refresh() }
                #expect(failure?.message.contains("today link") == true)
            }
        }
    }

    @Test func anotherDatabaseOfTheCloudBeginsAtTheBeginning() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                try await fixture.send(["notification": ["alert": "one"]])
                try await host.wait { try await host.store.read { try $0.cloudLink() }?.sequence ?? 0 > 0 }
            }
            let epoch = fixture.cloud.store.epoch
            try await host.store.commit(.cloud(.advanceCursor(sequence: 7_000, epoch: "another")))
            try await host.run {
                try await host.wait { try await host.store.read { try $0.cloudLink() }?.epoch == epoch }
                try await host.waitUntilConnected()
            }
            #expect(host.transport.requests.contains("GET /api/today/events?after=7000"))
            #expect(host.transport.requests.last { $0.contains("/events") } == "GET /api/today/events?after=0")
        }
    }

    @Test func aCloudThatWasPutBackBeginsAtTheBeginning() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            let epoch = fixture.cloud.store.epoch
            // What the host took in from the cloud before it was put back to what it is now.
            try await host.store.commit(.cloud(.advanceCursor(sequence: 7_000, epoch: epoch)))
            try await host.run {
                try await host.wait { try await host.store.read { try $0.cloudLink() }?.sequence == 0 }
                try await host.waitUntilConnected()
                try await fixture.send(["notification": ["alert": "after"]])
                try await host.wait {
                    try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }.count
                        == 1
                }
            }
            #expect(host.transport.requests.contains("GET /api/today/events?after=7000"))
            #expect(host.transport.requests.last { $0.contains("/events") } == "GET /api/today/events?after=0")
            // It may not know the app any more, or by another password.
            #expect(host.transport.requests.count { $0.hasPrefix("PUT /api/today/channels/") } == 2)
        }
    }

    /// On a page it is the app that asks the store for the message, at a terminal the host asks the link.
    @Test(arguments: [true, false]) func aBodyThatWasLetGoComesAgainWhenItIsOpened(isAskedOfLink: Bool) async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let (old, new) = (try await fixture.sendMessage("old"), try await fixture.sendMessage("new"))
                try await host.wait { try await host.messages().filter(\.hasBody).count == 2 }
                let full = StoreOperation.message(
                    .bodyArrived(LinkedHost.app, new, text: "", size: MessageLimits.bodyBytes)
                )
                try await host.store.commit(full)
                #expect(try await host.messages().filter(\.hasBody).map(\.id) == [new])

                let room = StoreOperation.message(.bodyArrived(LinkedHost.app, new, text: "", size: 1))
                try await host.store.commit(room)
                if isAskedOfLink {
                    try await host.link.requestBody(of: old, in: LinkedHost.app)
                } else {
                    let wanted = StoreOperation.message(.bodyWanted(LinkedHost.app, old))
                    try await host.store.commit(wanted, origin: .app(LinkedHost.app))
                }
                try await host.wait { try await host.messages().filter(\.hasBody).count == 2 }
                #expect(try await host.files.text(of: old, in: LinkedHost.app) == "Soup")
            }
        }
    }

    @Test func joiningLeavesTheStatusToWhoeverServesTheLink() async throws {
        try await withLink { fixture in
            let host = try LinkedHost(fixture.cloud, folder: fixture.folder, name: "h")
            let token = try await fixture.cloud.cloud.joinTokenIssuer.make(person: "ada")
            let joined = try await host.link.join("http://127.0.0.1:1", token: token, name: "h")
            #expect(joined == CloudStatus(.connecting, url: "http://127.0.0.1:1", user: "ada"))
            #expect(host.link.status == .notLinked)
            try await host.run {
                try await host.waitUntilConnected()
                try await host.link.leave()
                try await host.wait { host.link.status == .notLinked }
            }
        }
    }

    @Test func whileItCannotBeReadWhatAnAppIsToldTheCloudKeepsTheLastOfIt() async throws {
        try await withLink { fixture in
            let reads = Reads()
            let channels = AppChannels {
                let registration = ChannelRegistration(isOptedIn: false, zone: "UTC", language: "en")
                return try reads.next([LinkedHost.app: registration])
            }
            let host = try LinkedHost(fixture.cloud, folder: fixture.folder, name: "h", channels: channels)
            try await host.join(fixture.cloud, as: "ada")
            try await host.run {
                try await host.waitUntilConnected()
                reads.fail(true)
                host.link.installedAppsDidChange()
                try await host.wait { host.link.status.state == .connecting }
                reads.fail(false)
                await host.clock.advanceWhenSleeping(by: .seconds(1))
                try await host.waitUntilConnected()
            }
            let channelRequests = host.transport.requests.filter { $0.contains("/api/today/channels/") }
            #expect(channelRequests == ["PUT /api/today/channels/\(LinkedHost.app)"])
        }
    }

    /// Reads that a test lets fail.
    private final class Reads: Sendable {
        private let fails = Mutex(false)

        func fail(_ fails: Bool) { self.fails.withLock { $0 = fails } }

        func next<Value>(_ value: Value) throws -> Value {
            if fails.withLock(\.self) { throw StoreError(.unavailable, "The disk cannot be read.") }
            return value
        }
    }

    @Test func aTopicThatIsAddedWhileTheListIsUnderWayStays() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            host.transport.onRequest {
                // The cloud has answered without it, and the answer is not taken in yet.
                host.store.enqueue(StoreTransaction([.cloud(.addTopic("new"))], origin: .person)) { _ in }
            }
            #expect(try await host.link.topics() == ["new"])
        }
    }

    @Test func asManyTopicsAsTheCloudTakesTheHostKeeps() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            let names = (0..<CloudStore.topicSubscriptionLimit).map { "t\(10_000 + $0)" }
            try await fixture.cloud.store.set(TopicRule(who: "ada", pattern: "*", rights: .readOnly))
            for name in names.dropLast() { _ = try await fixture.cloud.store.subscribe("ada", to: name) }
            try await host.link.setTopic(names[names.count - 1], subscribed: true)
            #expect(try await host.link.topics() == names)
            let failure = await #expect(throws: CloudFailure.self) {
                try await host.link.setTopic("more", subscribed: true)
            }
            #expect(failure?.message.contains("today topics remove") == true)
            #expect(try await host.link.topics() == names)
        }
    }

    @Test func aPushOfAMalformedKindHoldsUpNothing() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let token = try #require(try await host.store.read { try $0.cloudLink() }).deviceToken
                let number = try await fixture.cloud.cloud.device(token: token).number
                let expires = fixture.cloud.date.value + 60
                for body in ["7", "{}", "{\"app\":\"org.today.Messages\"}", "[[[[[[["] {
                    try await fixture.cloud.store.append(
                        EventContent(kind: "push", body: body, expires: expires),
                        to: [number]
                    )
                }
                try await fixture.send(["notification": ["alert": "after"]])
                try await host.wait {
                    try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }.count
                        == 1
                }
            }
        }
    }

    @Test func anotherCloudEmptiesTheInboxesAndAnotherPersonToo() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                _ = try await fixture.sendMessage("a")
                try await host.wait { try await host.messages().count == 1 }
                try await host.join(fixture.cloud, as: "eve")
                try await host.wait { host.link.status.user == "eve" }
                try await host.waitUntilConnected()
                try await host.link.refresh()
                #expect(try await host.messages().isEmpty)
            }
        }
    }
}
