package import Foundation
import Host
package import HostModel
import HostStorage

/// What a stub knows of a device.
package struct StubDevice: Hashable, Sendable {
    /// What the person calls it.
    package var name: String?
    /// What it may do.
    package var rights: DeviceRights
    /// Whether it has signed itself out.
    package var isSignedOut = false

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
    /// The passkeys of all devices.
    package var passkeys: [Passkey] = []
    /// When it is, for what depends on how long devices were not seen.
    package var now = Date.distantPast
    /// When devices are seen that were seen otherwise than once, by the hash of the token.
    package var contacts: [String: DeviceContact] = [:]
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
            switch request.change {
            case .begin:
                state.sessions[request.tokenHash] = Date()
                state.devices[request.tokenHash] = StubDevice(name: request.name, rights: request.rights)
                if let former = request.replacing {
                    state.devices.movePasskeys(of: former, to: request.tokenHash)
                    state.remove(former)
                }
            case .end: state.remove(request.tokenHash)
            case .signOut: state.signOut(request.tokenHash)
            case .touch: state.sessions[request.tokenHash] = Date()
            }
            state.tellOfSessions()
        }
        answer(ListSessionsRequest.self) { _, state in state.webSessions }
        answer(GetSessionRequest.self) { request, state in
            state.webSessions.first { $0.tokenHash == request.tokenHash }
        }
        answer(ListDevicesRequest.self) { _, state in state.listedDevices }
        answer(DismissSilencesRequest.self) { _, _ in }
        answer(FindDeviceRequest.self) { request, state in
            try FindDeviceRequest.id(named: request.name, of: state.listedDevices)
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
            state.remove(request.device)
            state.tellOfSessions()
        }
        answerPasskeyRequests()
    }

    private func answerPasskeyRequests() {
        answer(ListPasskeysRequest.self) { _, state in state.devices.passkeys }
        answer(GetPasskeyRequest.self) { request, state in state.devices.passkeys.first { $0.id == request.id } }
        answer(AddPasskeyRequest.self) { request, state in
            let passkey = Passkey(
                device: request.device,
                credentialID: request.credentialID,
                publicKey: request.publicKey,
                userHandle: request.userHandle,
                relyingParty: request.relyingParty,
                signCount: request.signCount,
                created: Samples.now
            )
            state.devices.passkeys.append(passkey)
        }
        answer(SignInWithPasskeyRequest.self) { request, state in
            guard let passkey = state.devices.passkeys.first(where: { $0.id == request.id }) else {
                throw HostError(.notFound, .passkeyRemoved)
            }
            var device = state.devices[passkey.device] ?? StubDevice()
            device.isSignedOut = false
            state.devices.movePasskeys(of: passkey.device, to: request.tokenHash)
            state.remove(passkey.device)
            state.sessions[request.tokenHash] = Date()
            state.devices[request.tokenHash] = device
            state.devices.passkeys = state.devices.passkeys.map {
                $0.id == request.id ? $0.moved(to: $0.device, signCount: request.signCount) : $0
            }
            state.tellOfSessions()
        }
        answer(FindPasskeyRequest.self) { request, state in
            try FindPasskeyRequest.id(named: request.name, of: state.devices.passkeys)
        }
        answer(RemovePasskeyRequest.self) { request, state in
            state.devices.passkeys.removeAll { $0.id == request.id }
        }
    }
}

extension StubDevices {
    /// Gives the passkeys of a session to another one.
    fileprivate mutating func movePasskeys(of session: String, to other: String) {
        passkeys = passkeys.map { $0.device == session ? $0.moved(to: other, signCount: $0.signCount) : $0 }
    }
}

extension Passkey {
    /// The passkey as another session's.
    fileprivate func moved(to device: String, signCount: UInt32) -> Passkey {
        Passkey(
            device: device,
            credentialID: credentialID,
            publicKey: publicKey,
            userHandle: userHandle,
            relyingParty: relyingParty,
            signCount: signCount,
            created: created,
            lastUsed: lastUsed
        )
    }
}

extension StubHost.State {
    fileprivate var listedDevices: [Device] {
        webSessions.map { Device($0, now: devices.now, passkeys: devices.passkeys) }
    }

    fileprivate var webSessions: [WebSession] {
        sessions.sorted { $0.key < $1.key }.map { hash, date in
            WebSession(
                tokenHash: hash,
                created: date,
                contact: devices.contacts[hash] ?? DeviceContact(lastSeen: date),
                browser: "Firefox, Linux",
                name: devices[hash]?.name,
                rights: devices[hash]?.rights ?? .change,
                isSignedOut: devices[hash]?.isSignedOut ?? false
            )
        }
    }

    /// Removes a device and its passkeys.
    fileprivate mutating func remove(_ device: String) {
        sessions[device] = nil
        devices[device] = nil
        devices.passkeys.removeAll { $0.device == device }
    }

    /// Signs a device out that asks for it; with a passkey it stays, under a hash that no token has.
    fileprivate mutating func signOut(_ device: String) {
        guard devices.passkeys.contains(where: { $0.device == device }), let date = sessions[device] else {
            return remove(device)
        }
        let hash = "signed out \(device)"
        devices[hash] = devices[device]
        devices[hash]?.isSignedOut = true
        devices.movePasskeys(of: device, to: hash)
        remove(device)
        sessions[hash] = date
    }

    fileprivate mutating func change(_ device: String, _ body: (inout StubDevice) -> Void) throws {
        guard sessions[device] != nil else { throw HostError(.notFound, .deviceNotSignedIn) }
        var changed = devices[device] ?? StubDevice()
        body(&changed)
        devices[device] = changed
        tellOfSessions()
    }

    fileprivate func tellOfSessions() {
        for stream in devices.streams.values { stream.yield() }
    }
}
