import Foundation
import Host
package import HostStorage

/// What a stub knows of a device.
package struct StubDevice: Hashable, Sendable {
    /// What the person calls it.
    package var name: String?
    /// What it may do.
    package var rights: DeviceRights

    package init(name: String? = nil, rights: DeviceRights = .change) {
        self.name = name
        self.rights = rights
    }
}

/// The devices of a stub, by the hash of their token.
package struct StubDevices: Sendable {
    private var devices: [String: StubDevice] = [:]
    /// The subscriptions to pushes, by the hash of the token.
    package var subscriptions: [String: BrowserSubscription] = [:]
    fileprivate var streams: [Int: AsyncStream<Void>.Continuation] = [:]

    package subscript(hash: String) -> StubDevice? {
        get { devices[hash] }
        set { devices[hash] = newValue }
    }
}

extension StubHost {
    package func sessionEvents() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        with { state in
            state.lastStream += 1
            let number = state.lastStream
            state.devices.streams[number] = continuation
            continuation.onTermination = { [weak self] _ in self?.with { $0.devices.streams[number] = nil } }
            continuation.yield()
        }
        return stream
    }

    package func browserPushEvents() -> AsyncStream<Void> { AsyncStream { $0.yield() } }

    func answerDeviceRequests() {
        answer(ChangeSessionRequest.self) { request, state in
            state.sessions[request.tokenHash] = request.change == .end ? nil : Date()
            switch request.change {
            case .begin: state.devices[request.tokenHash] = StubDevice(name: request.name, rights: request.rights)
            case .end: state.devices[request.tokenHash] = nil
            case .touch: break
            }
            state.tellOfSessions()
        }
        answer(ListSessionsRequest.self) { _, state in state.webSessions }
        answer(GetSessionRequest.self) { request, state in
            state.webSessions.first { $0.tokenHash == request.tokenHash }
        }
        answer(ListDevicesRequest.self) { _, state in state.webSessions.map(Device.init) }
        answer(FindDeviceRequest.self) { request, state in
            try FindDeviceRequest.id(named: request.name, of: state.webSessions.map(Device.init))
        }
        answer(RenameDeviceRequest.self) { request, state in
            try state.change(request.device) { $0.name = request.name }
        }
        answer(SetDeviceRightsRequest.self) { request, state in
            try state.change(request.device) { $0.rights = request.rights }
        }
        answer(RecordWrongLinksRequest.self) { _, _ in }
        answer(GetBrowserSubscriptionRequest.self) { request, state in state.devices.subscriptions[request.session] }
        answer(SubscribeBrowserRequest.self) { request, state in
            state.devices.subscriptions[request.subscription.session] = request.subscription
        }
        answer(UnsubscribeBrowserRequest.self) { request, state in
            state.devices.subscriptions[request.session] = nil
        }
        answer(SignOutDeviceRequest.self) { request, state in
            state.sessions[request.device] = nil
            state.devices[request.device] = nil
            state.tellOfSessions()
        }
    }
}

extension StubHost.State {
    fileprivate var webSessions: [WebSession] {
        sessions.sorted { $0.key < $1.key }.map { hash, date in
            WebSession(
                tokenHash: hash,
                created: date,
                lastSeen: date,
                browser: "Firefox, Linux",
                name: devices[hash]?.name,
                rights: devices[hash]?.rights ?? .change
            )
        }
    }

    fileprivate mutating func change(_ device: String, _ body: (inout StubDevice) -> Void) throws {
        guard sessions[device] != nil else { throw HostError(.notFound, "This device is not signed in any more.") }
        var changed = devices[device] ?? StubDevice()
        body(&changed)
        devices[device] = changed
        tellOfSessions()
    }

    fileprivate func tellOfSessions() {
        for stream in devices.streams.values { stream.yield() }
    }
}
