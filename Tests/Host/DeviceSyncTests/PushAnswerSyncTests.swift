import CloudStorage
import CloudTestSupport
import Foundation
import HostModel
import HostStorage
import JSON
import ServerSentEvents
import Testing
import TodayProtocol
import TodayTestSupport

@testable import CloudCore
@testable import DeviceSync

/// A push that was answered on one host disappears from the person's others, without any message.
@Suite(.timeLimit(.minutes(10))) struct PushAnswerSyncTests {
    /// Delivers what is due on a host, as its scheduler would.
    private func deliver(_ host: LinkedHost) async throws {
        for due in try await host.store.read({ try $0.pendingNotifications(of: LinkedHost.app, soonest: 10) }) {
            let delivery = NotificationDelivery(
                scheduled: due,
                presentation: [.banner, .list],
                isLate: false,
                next: nil
            )
            try await host.store.commit(.notification(.deliver(delivery)))
        }
    }

    private func pending(_ host: LinkedHost) async throws -> Int {
        try await host.store.read { try $0.pendingNotifications(of: LinkedHost.app, soonest: 10).count }
    }

    private func shown(_ host: LinkedHost) async throws -> [DeliveredRecord] {
        try await host.store.read { try $0.deliveredNotifications(of: LinkedHost.app, after: nil, limit: 10) }
    }

    @Test func whatIsAnsweredOnOneHostDisappearsFromTheOther() async throws {
        try await withLink { fixture in
            let (laptop, desk) = (try await fixture.host("laptop"), try await fixture.host("desk"))
            try await laptop.run {
                try await desk.run {
                    for host in [laptop, desk] { try await host.waitUntilConnected() }
                    for title in ["Doors", "Lights"] {
                        try await fixture.send(["notification": ["alert": .string(title)]])
                    }
                    for host in [laptop, desk] {
                        try await host.wait { try await self.pending(host) == 2 }
                        try await deliver(host)
                    }
                    let first = try #require(try await shown(laptop).first)
                    try await laptop.store.commit(.response(.dismiss(first.id)), origin: .person)
                    try await desk.wait { try await self.shown(desk).count == 1 }
                    #expect(try await shown(desk).map(\.request) == (try await shown(laptop).map(\.request)))
                    try await laptop.wait { try await laptop.store.read { try $0.unsentPushAnswers(limit: 1) }.isEmpty }
                }
            }
        }
    }

    @Test func aHostThatWasAwayLearnsItLaterAndOneThatIsOfflineTellsItLater() async throws {
        try await withLink { fixture in
            let (laptop, desk) = (try await fixture.host("laptop"), try await fixture.host("desk"))
            try await desk.run { try await desk.waitUntilConnected() }
            try await laptop.run {
                try await laptop.waitUntilConnected()
                try await fixture.send(["notification": ["alert": "Doors"]])
                try await laptop.wait { try await self.pending(laptop) == 1 }
                try await deliver(laptop)
                laptop.transport.cut(true)
                try await laptop.wait { laptop.link.status.state == .connecting }
                let first = try #require(try await shown(laptop).first)
                try await laptop.store.commit(.response(.dismiss(first.id)), origin: .person)
                laptop.transport.cut(false)
                await laptop.clock.advanceWhenSleeping(by: .seconds(1))
                try await laptop.wait { try await laptop.store.read { try $0.unsentPushAnswers(limit: 1) }.isEmpty }
            }
            // The push and its answer come one after the other; neither shows anything.
            try await desk.run {
                try await desk.waitUntilConnected()
                let device = try #require(try await fixture.cloud.store.devices(of: nil).last).number
                let last = try await fixture.cloud.store.lastSequence(of: device)
                try await desk.wait { try await desk.store.read { try $0.cloudLink() }?.sequence == last }
                #expect(try await pending(desk) == 0)
                #expect(try await shown(desk).isEmpty)
            }
        }
    }

    @Test func anAppThatOnlyKeepsRecordsIsToldToo() {
        let translator = CloudEventTranslator(
            epoch: "e",
            isAppsAddress: { _ in false },
            appInfo: { _ in nil },
            keepsRecords: { $0 == LinkedHost.app }
        )
        let data = #"{"app": "\#(LinkedHost.app)", "push_id": "p"}"#
        let operations = translator.operations(for: ServerSentEvent(id: "7", name: "answered", bytes: Array(data.utf8)))
        #expect(operations == [.cloud(.pushAnswered(LinkedHost.app, id: "p", sequence: 7, epoch: "e"))])
    }

    @Test(arguments: [
        #"{}"#, #"{"app": "org.today.Messages"}"#, #"{"app": "org.today.Messages", "push_id": 7}"#,
        #"{"app": "org.today.Messages", "push_id": ""}"#, #"{"app": "other", "push_id": "p"}"#, "[", "",
        #"{"app": "org.today.Messages", "push_id": "\#(String(repeating: "x", count: 129))"}"#,
    ])
    func aMalformedAnswerIsPassedOver(data: String) {
        let translator = CloudEventTranslator(epoch: "e", isAppsAddress: { _ in false }) { app in
            app == LinkedHost.app ? PushAppInfo(title: "Messages", schemes: []) : nil
        }
        let operations = translator.operations(for: ServerSentEvent(id: "7", name: "answered", bytes: Array(data.utf8)))
        #expect(operations == [.cloud(.advanceCursor(sequence: 7, epoch: "e"))])
    }
}
