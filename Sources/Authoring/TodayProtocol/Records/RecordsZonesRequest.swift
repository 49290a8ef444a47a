import JSONRPC

/// App to host: asks the cloud for the zones of a container.
///
/// The container's queue is sent first; errors are as for `records/fetch`.
package struct RecordsZonesRequest: RPCRequest {
    package static let method = "records/zones"

    package struct Reply: Codable, Hashable, Sendable {
        package var zones: [ZoneName]

        package init(zones: [ZoneName]) { self.zones = zones }
    }

    package var container: String

    package init(container: String) { self.container = container }
}

/// App to host: creates a zone in the cloud; a zone that exists stays as it is; errors are as for `records/fetch`.
package struct RecordsSaveZoneRequest: RPCRequest {
    package static let method = "records/saveZone"

    package var container: String
    package var zone: ZoneName

    package init(container: String, zone: ZoneName) {
        self.container = container
        self.zone = zone
    }
}

/// App to host: deletes a zone in the cloud with all its records, and forgets the tokens of its changes.
///
/// The container's queue is sent first; errors are as for `records/fetch`.
package struct RecordsDeleteZoneRequest: RPCRequest {
    package static let method = "records/deleteZone"

    package var container: String
    package var zone: ZoneName

    package init(container: String, zone: ZoneName) {
        self.container = container
        self.zone = zone
    }
}
