import Foundation
import HostClock
import HostStorage
import JSON
package import Notifications
import ProcessHost

/// What the host knows about where the person is, as Settings shows it.
package struct LocationState: Codable, Hashable, Sendable {
    /// Where the person was last; `nil` if nobody has told the host.
    package var location: KnownLocation?
    /// Whether the surface that asks shares its location.
    package var isSharedHere: Bool
    /// Whether another browser does.
    package var isSharedElsewhere: Bool
    /// Whether that surface is to tell where it is now: it shares that, an app may know it, and what is known is old.
    package var isDue: Bool

    /// Describes what is known.
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

/// Asks what the host knows about where the person is.
package struct GetLocationRequest: HostRequest {
    /// How old a location is that a sharing browser replaces, in seconds.
    package static let renewalAge = 600.0

    /// The surface that asks.
    package var surface: SurfaceID

    /// Makes a request; a client over the socket leaves out the surface, since its connection names it.
    package init(on surface: SurfaceID = .local) { self.surface = surface }

    package func reply(from host: TodayHost) async throws -> LocationState {
        let (location, sharer) = try await host.components.store.durable.read { reader in
            (try reader.knownLocation(), try reader.locationSharer())
        }
        let isShared = sharer == surface
        let isWanted = host.components.registry.all.contains { $0.manifest.entitlements.location != nil }
        let age = location.map { host.components.clock.now.timeIntervalSince($0.date) }
        // A date in the future is that of a clock that was set back.
        let isOld = age.map { !(0...Self.renewalAge).contains($0) } ?? true
        return LocationState(
            location: location,
            isSharedHere: isShared,
            isSharedElsewhere: sharer != nil && !isShared,
            isDue: isShared && isWanted && isOld
        )
    }
}

/// Tells where a browser is.
///
/// One browser shares its location at a time; the person chooses it there. Fails with `invalid` for numbers that are no place,
/// and if the browser is not the one that shares.
package struct ShareLocationRequest: HostRequest {
    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// How far the browser may be from there, in metres.
    package var accuracy: Double
    /// Whether the person has switched it on just now, so that this browser is the one that shares.
    package var begins: Bool
    /// The browser.
    package var surface: SurfaceID

    /// Makes a request.
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

/// Ends that a browser shares its location; what is known stays.
package struct StopSharingLocationRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(
            .setting(.remove(key: LocationSharer.key)),
            origin: .person
        )
    }
}

/// Sets where the person is, instead of a browser that shared it until then.
///
/// Fails with `invalid` for numbers that are no place.
package struct SetLocationRequest: HostRequest, Codable {
    /// Degrees north of the equator.
    package var latitude: Double
    /// Degrees east of Greenwich.
    package var longitude: Double
    /// How far the person may be from there, in metres.
    package var accuracy: Double

    /// Makes a request.
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

/// Deletes what is known about where the person is, and ends that a browser shares it.
package struct ForgetLocationRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws {
        let operations: [StoreOperation] = [KnownLocation.key, LocationSharer.key].map { .setting(.remove(key: $0)) }
        try await host.components.store.durable.commit(StoreTransaction(operations, origin: .person))
    }
}

/// The browser that shares its location, in a setting.
enum LocationSharer {
    static let key = "location.sharer"
}

extension KnownLocation {
    /// The change that stores it.
    fileprivate var storing: StoreOperation {
        get throws { .setting(.set(key: Self.key, value: try JSONValue(encoding: self).jsonText)) }
    }
}

extension DurableReader {
    /// Where the person was last; `nil` if nobody has told the host.
    func knownLocation() throws -> KnownLocation? {
        try setting(KnownLocation.key).flatMap { try? JSONValue(parsing: Array($0.utf8)).decode(KnownLocation.self) }
    }

    /// The browser that shares its location, if one does.
    fileprivate func locationSharer() throws -> SurfaceID? { try setting(LocationSharer.key).map { SurfaceID($0) } }
}
