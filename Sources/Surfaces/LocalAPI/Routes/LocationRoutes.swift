package import HostModel

extension GetLocationRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.get, "location", reply: .json) { Self(on: try $0.surface()) }] }
}

extension ShareLocationRequest: RoutedRequest {
    private struct Body: Codable {
        var latitude: Double
        var longitude: Double
        var accuracy: Double
        var begins: Bool?
    }

    package static var routes: [Route<Self>] {
        [
            Route(.put, "location/shared", hasBody: true, reply: .nothing) { reader in
                let body = try reader.body(Body.self)
                return Self(
                    latitude: body.latitude,
                    longitude: body.longitude,
                    accuracy: body.accuracy,
                    begins: body.begins ?? false,
                    on: try reader.surface()
                )
            } write: { request, writer in
                try writer.setBody(
                    Body(
                        latitude: request.latitude,
                        longitude: request.longitude,
                        accuracy: request.accuracy,
                        begins: request.begins
                    )
                )
            }
        ]
    }
}

extension StopSharingLocationRequest: RoutedRequest {
    package static var routes: [Route<Self>] {
        [Route(.delete, "location/shared", reply: .nothing) { _ in Self() }]
    }
}

extension SetLocationRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(body: .put, "location", reply: .nothing)] }
}

extension ForgetLocationRequest: RoutedRequest {
    package static var routes: [Route<Self>] { [Route(.delete, "location", reply: .nothing) { _ in Self() }] }
}
