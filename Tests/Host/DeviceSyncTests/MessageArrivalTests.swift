import CloudStorage
import CloudTestSupport
import Foundation
import HostModel
import HostStorage
import Testing
import TodayTestSupport

import struct TodayProtocol.MessageID
import struct TodayProtocol.Push

@testable import CloudCore
@testable import DeviceSync

/// How pushes wait for the messages that they name.
@Suite(.timeLimit(.minutes(10))) struct MessageArrivalTests {
    private static let gone = (0..<5).map { MessageID("gone-\($0)") }

    /// Takes in pushes whose messages the cloud does not have any more.
    private func takePushes(_ host: LinkedHost) async throws {
        let link = try #require(try await host.store.read { try $0.cloudLink() })
        let pushes = Self.gone.map { id in
            StoreOperation.cloud(
                .receivePush(
                    ReceivedPush(
                        app: LinkedHost.app,
                        push: Push(id: "push-\(id)", sent: Date(), messageID: id, isSilent: true),
                        wakes: true,
                        sequence: link.sequence,
                        epoch: link.epoch
                    )
                )
            )
        }
        try await host.store.commit(StoreTransaction(pushes, origin: .host))
    }

    private func lists(_ host: LinkedHost) -> Int { host.transport.requests.count { $0.hasSuffix("/messages") } }

    @Test func aMessageThatWasNotFetchedYetIsFetched() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let id = try await fixture.sendMessage("Dinner")
                try await host.wait { try await host.store.read { try $0.cloudLink() }?.sequence ?? 0 > 0 }
                await host.link.waitForMessage(id, of: LinkedHost.app)
                #expect(try await host.messages().map(\.id) == [id])
            }
        }
    }

    @Test func pushesThatWaitShareWhatWasFetched() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                try await takePushes(host)
                await host.link.waitForMessage(Self.gone[0], of: LinkedHost.app)
                #expect(try await !host.store.read { try $0.inbox(of: LinkedHost.app).isStale })
                let count = lists(host)
                for id in Self.gone { await host.link.waitForMessage(id, of: LinkedHost.app) }
                // The link may still fetch the list once of its own accord.
                #expect(lists(host) <= count + 1)
            }
        }
    }

    @Test func whileTheCloudIsOutOfReachNoPushWaits() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                host.transport.cut(true)
                try await host.wait { host.link.status.state == .connecting }
                await host.clock.advanceWhenSleeping(by: .seconds(1))
                try await host.wait { host.link.status.notice != nil }
                try await takePushes(host)
                let count = host.transport.requests.count
                for id in Self.gone { await host.link.waitForMessage(id, of: LinkedHost.app) }
                #expect(host.transport.requests.count == count)
            }
        }
    }
}
