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

/// What a refresh that an app waits for reports.
@Suite(.timeLimit(.minutes(10))) struct InboxRefreshTests {
    private static let limit = Duration.seconds(20)

    private func refresh(_ host: LinkedHost, for push: String? = nil) async throws -> InboxRefreshResult? {
        try await host.link.refresh(LinkedHost.app, for: push, within: Self.limit)
    }

    /// Stores a push that wakes the app, as the stream would have brought it.
    private func receive(_ id: String, message: MessageID? = nil, _ host: LinkedHost) async throws {
        let link = try #require(try await host.store.read { try $0.cloudLink() })
        let push = ReceivedPush(
            app: LinkedHost.app,
            push: Push(id: id, sent: Date(), messageID: message, isSilent: true),
            wakes: true,
            sequence: link.sequence,
            epoch: link.epoch
        )
        try await host.store.commit(.cloud(.receivePush(push)))
    }

    @Test func itSaysWhetherTheListChangedMeanwhile() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                #expect(try await refresh(host) == .unchanged)
                _ = try await fixture.sendMessage("Dinner")
                try await host.wait { try await host.messages().count == 1 }
                // It was here before the request.
                #expect(try await refresh(host) == .unchanged)
            }
        }
    }

    @Test func aPushThatBroughtAMessageChangedTheInboxHoweverEarlyItCame() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                let id = try await fixture.sendMessage("Dinner")
                try await host.wait { try await host.messages().count == 1 }
                // Another push's fetch brought it: the list was here before the push.
                try await receive("late", message: id, host)
                #expect(try await refresh(host, for: "late") == .changed)
                // The cloud goes, and the answer stays.
                host.transport.cut(true)
                #expect(try await refresh(host, for: "late") == .changed)
            }
        }
    }

    @Test func whatTheCloudChangedSinceAPushCountsForIt() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                _ = try await fixture.sendMessage("Before")
                try await host.wait { try await host.messages().count == 1 }
                try await receive("silent", host)
                #expect(try await refresh(host, for: "silent") == .unchanged)
                _ = try await fixture.sendMessage("After")
                try await host.wait { try await host.messages().count == 2 }
                #expect(try await refresh(host, for: "silent") == .changed)
            }
        }
    }

    @Test func aMessageThatIsGoneIsNoChange() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                #expect(try await refresh(host) == .unchanged)
                try await receive("gone", message: MessageID("gone"), host)
                #expect(try await refresh(host, for: "gone") == .unchanged)
            }
        }
    }

    @Test func withoutTheCloudItFails() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                try await receive("silent", host)
                host.transport.cut(true)
                guard case .failed(let reason) = try await refresh(host, for: "silent") else {
                    Issue.record("it did not fail")
                    return
                }
                #expect(!reason.english.isEmpty)
            }
        }
    }

    @Test func aPushThatIsFinishedOrUnknownIsNoPush() async throws {
        try await withLink { fixture in
            let host = try await fixture.host()
            try await host.run {
                try await host.waitUntilConnected()
                try await receive("done", host)
                try await host.store.commit(.cloud(.finishPush(LinkedHost.app, id: "done")))
                for id in ["done", "unknown", ""] { #expect(try await refresh(host, for: id) == nil) }
            }
        }
    }
}
