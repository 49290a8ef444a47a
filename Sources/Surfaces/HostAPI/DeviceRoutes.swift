package import Host
import HostStorage

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
