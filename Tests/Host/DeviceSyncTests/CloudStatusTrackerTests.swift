import Foundation
import HostModel
import HostStorage
import Synchronization
import Testing

@testable import DeviceSync

/// What is told of the link's status.
@Suite struct CloudStatusTrackerTests {
    private static let link = CloudLink(
        url: "http://c",
        deviceID: "d",
        deviceToken: "secret",
        user: "me",
        epoch: "e",
        sequence: 0,
        isLocal: false
    )

    /// What was told, and what else is to happen while the next status is told.
    private final class Listener: Sendable {
        private let told = Mutex<[CloudStatus.State]>([])
        private let next = Mutex<(@Sendable () -> Void)?>(nil)

        var states: [CloudStatus.State] { told.withLock(\.self) }

        func interrupt(with body: @escaping @Sendable () -> Void) { next.withLock { $0 = body } }

        func tell(_ status: CloudStatus) {
            let body = next.withLock { next in
                defer { next = nil }
                return next
            }
            body?()
            told.withLock { $0.append(status.state) }
        }
    }

    private static let date = Date(timeIntervalSince1970: 1)

    @Test func theLastStatusToldIsTheOneThatIs() {
        let listener = Listener()
        let tracker = CloudStatusTracker(now: { Self.date }, onChange: listener.tell)
        listener.interrupt { tracker.connected() }
        tracker.begin(Self.link)
        #expect(listener.states == [.connecting, .connected(since: Self.date)])
        #expect(tracker.status.state == listener.states.last)
    }

    @Test func whatIsAsItWasIsNotTold() {
        let listener = Listener()
        let tracker = CloudStatusTracker(now: { Self.date }, onChange: listener.tell)
        tracker.begin(nil)
        tracker.begin(Self.link)
        tracker.begin(Self.link)
        tracker.connected()
        tracker.connected()
        #expect(listener.states == [.connecting, .connected(since: Self.date)])
    }

    @Test func onlyTheDeviceThatTheStatusIsAboutIsUnregistered() {
        let tracker = CloudStatusTracker(now: { Self.date }) { _ in }
        tracker.begin(Self.link)
        #expect(!tracker.isUnregistered("d"))
        tracker.unregistered()
        #expect(tracker.isUnregistered("d"))
        // The one that the host has joined since is not served yet.
        #expect(!tracker.isUnregistered("e"))
        tracker.begin(nil)
        #expect(!tracker.isUnregistered("d"))
    }
}
