package import HostModel
import TodayProtocol

extension ListDevicesRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "devices", reply: .member("devices")) { _ in Self() }] }
}

extension FindDeviceRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "find/device", reply: .member("id")) { reader in
                Self(try reader.requiredQuery("name"))
            } write: { request, writer in
                writer.query["name"] = request.name
            }
        ]
    }
}

extension RenameDeviceRequest: RoutedRequest {
    private struct Body: Codable { var name: String? }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "devices/:device/name", hasBody: true, reply: .nothing) { reader in
                Self(try reader.path("device"), to: try reader.body(Body.self).name)
            } write: { request, writer in
                writer.path["device"] = request.device
                try writer.setBody(Body(name: request.name))
            }
        ]
    }
}

extension SetDeviceRightsRequest: RoutedRequest {
    private struct Body: Codable { var rights: DeviceRights }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "devices/:device/rights", hasBody: true, reply: .nothing) { reader in
                Self(try reader.body(Body.self).rights, of: try reader.path("device"))
            } write: { request, writer in
                writer.path["device"] = request.device
                try writer.setBody(Body(rights: request.rights))
            }
        ]
    }
}

extension SignOutDeviceRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "devices/:device", reply: .nothing) { reader in
                Self(try reader.path("device"))
            } write: { request, writer in
                writer.path["device"] = request.device
            }
        ]
    }
}

extension FindPasskeyRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.get, "find/passkey", reply: .member("id")) { reader in
                Self(try reader.requiredQuery("name"))
            } write: { request, writer in
                writer.query["name"] = request.name
            }
        ]
    }
}

extension RemovePasskeyRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [
            Route(.delete, "passkeys/:passkey", reply: .nothing) { reader in
                Self(try reader.path("passkey"))
            } write: { request, writer in
                writer.path["passkey"] = request.id
            }
        ]
    }
}

// MARK: - Pairing

/// Asks for a link that pairs a device; the web surface answers it.
package struct MakePairingLinkRequest: RoutedRequest, Codable, Hashable {
    package typealias Reply = PairingLink

    package static var routes: [Route<Self>] { [Route(body: .post, "pairing-links", reply: .json)] }

    /// The person's name for the device, at most 128 bytes; `nil` to ask on the device.
    package var name: String?
    /// Rights of the device.
    package var rights: DeviceRights

    package init(name: String? = nil, rights: DeviceRights = .change) {
        self.name = name
        self.rights = rights
    }

    package func validate() throws(HostError) {
        guard name.map(WebSession.isValid(name:)) ?? true else { throw HostError(.invalid, WebSession.nameSentence) }
    }
}

/// A one-time link that pairs a device: its page has the button that uses it.
package struct PairingLink: Codable, Hashable, Sendable {
    /// URL to open on the device.
    package var link: String
    /// URL of the Today screen for the device, without a trailing slash.
    package var url: String
    /// Lifetime of the link, in seconds.
    package var seconds: Int
    /// `true` if devices other than this machine can reach the URL.
    package var reachesOtherMachines: Bool

    package init(link: String, url: String, seconds: Int, reachesOtherMachines: Bool) {
        self.link = link
        self.url = url
        self.seconds = seconds
        self.reachesOtherMachines = reachesOtherMachines
    }
}
