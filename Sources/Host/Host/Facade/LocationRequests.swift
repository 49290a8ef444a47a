import Foundation
import HostClock
import HostStorage
import JSON
package import Notifications
import ProcessHost
import TodayProtocol

/// The host's knowledge of the person's location, as Settings shows it.
package struct LocationState: Codable, Hashable, Sendable {
    /// The last known location; `nil` if the host was never given one.
    package var location: KnownLocation?
    /// `true` if the surface that asks shares its location.
    package var isSharedHere: Bool
    /// `true` if another browser shares its location.
    package var isSharedElsewhere: Bool
    /// `true` if the surface that asks should send its location now: it shares it, an app may know it, and the known
    /// one is old.
    package var isDue: Bool

    package init(
        location: KnownLocation? = nil,
        isSharedHere: Bool = false,
        isSharedElsewhere: Bool = false,
        isDue: Bool = false
    ) {
        self.location = location
        self.isSharedHere = isSharedHere
        self.isSharedElsewhere = isSharedElsewhere
        self.isDue = isDue
    }
}

/// Asks for the host's knowledge of the person's location.
package struct GetLocationRequest: HostRequest {
    /// The age at which a sharing browser replaces the known location, in seconds.
    package static let renewalAge = 600.0

    /// The surface that asks.
    package var surface: SurfaceID

    /// Creates a request; clients on the socket omit `surface`, which follows from their connection.
    package init(on surface: SurfaceID = .local) { self.surface = surface }

    package func reply(from host: TodayHost) async throws -> LocationState {
        let (location, sharer) = try await host.components.store.durable.read { reader in
            (try reader.knownLocation(), try reader.locationSharer())
        }
        let isShared = sharer == surface
        let isWanted = host.components.registry.all.contains { $0.manifest.entitlements.location != nil }
        let age = location.map { host.components.clock.now.timeIntervalSince($0.date) }
        // A date in the future means that the clock was set back.
        let isOld = age.map { !(0...Self.renewalAge).contains($0) } ?? true
        return LocationState(
            location: location,
            isSharedHere: isShared,
            isSharedElsewhere: sharer != nil && !isShared,
            isDue: isShared && isWanted && isOld
        )
    }
}

/// Sends the location of a browser to the host.
///
/// One browser shares its location at a time; the person chooses it there. Fails with `invalid` if the numbers are not
/// a location on Earth, and if the browser is not the one that shares.
package struct ShareLocationRequest: HostRequest {
    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// The radius of uncertainty, in metres.
    package var accuracy: Double
    /// `true` if the person has just switched sharing on, so that this browser becomes the one that shares.
    package var begins: Bool
    /// The browser.
    package var surface: SurfaceID

    package init(latitude: Double, longitude: Double, accuracy: Double, begins: Bool, on surface: SurfaceID) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.begins = begins
        self.surface = surface
    }

    package func reply(from host: TodayHost) async throws {
        let store = host.components.store.durable
        let location = KnownLocation(
            latitude: latitude,
            longitude: longitude,
            accuracy: accuracy,
            date: host.components.clock.now
        )
        try location.check()
        if !begins {
            guard try await store.read({ try $0.locationSharer() }) == surface else {
                throw HostError(.invalid, "This browser does not share its location.")
            }
        }
        let operations = [try location.storing, .setting(.set(key: LocationSharer.key, value: surface.name))]
        try await store.commit(StoreTransaction(operations, origin: .person))
    }
}

/// Stops the sharing of a browser's location; the last known location is kept.
package struct StopSharingLocationRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(
            .setting(.remove(key: LocationSharer.key)),
            origin: .person
        )
    }
}

/// Sets the person's location, and stops the sharing of a browser's location.
///
/// Fails with `invalid` if the numbers are not a location on Earth.
package struct SetLocationRequest: HostRequest, Codable {
    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// The radius of uncertainty, in metres.
    package var accuracy: Double

    package init(latitude: Double, longitude: Double, accuracy: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }

    package func reply(from host: TodayHost) async throws {
        let location = KnownLocation(
            latitude: latitude,
            longitude: longitude,
            accuracy: accuracy,
            date: host.components.clock.now
        )
        try location.check()
        let operations = [try location.storing, .setting(.remove(key: LocationSharer.key))]
        try await host.components.store.durable.commit(StoreTransaction(operations, origin: .person))
    }
}

/// Deletes the known location, and stops the sharing of a browser's location.
package struct ForgetLocationRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws {
        let operations: [StoreOperation] = [KnownLocation.key, LocationSharer.key].map { .setting(.remove(key: $0)) }
        try await host.components.store.durable.commit(StoreTransaction(operations, origin: .person))
    }
}

/// The setting that stores which browser shares its location.
enum LocationSharer {
    static let key = "location.sharer"
}

extension KnownLocation {
    /// The operation that stores this location.
    fileprivate var storing: StoreOperation {
        get throws { .setting(.set(key: Self.key, value: try JSONValue(encoding: self).jsonText)) }
    }
}

extension DurableReader {
    /// Returns the last known location; `nil` if the host was never given one.
    func knownLocation() throws -> KnownLocation? {
        try setting(KnownLocation.key).flatMap { try? JSONValue(parsing: Array($0.utf8)).decode(KnownLocation.self) }
    }

    /// Returns the browser that shares its location; `nil` if none does.
    fileprivate func locationSharer() throws -> SurfaceID? { try setting(LocationSharer.key).map { SurfaceID($0) } }
}
