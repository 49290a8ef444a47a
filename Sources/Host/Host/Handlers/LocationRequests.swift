import Foundation
import HostClock
package import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol

extension GetLocationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> LocationState {
        let (location, sharer) = try await host.store.read { reader in
            (try reader.knownLocation(), try reader.locationSharer())
        }
        let isShared = sharer == surface
        let isWanted = host.registry.all.contains { $0.manifest.entitlements.location != nil }
        let age = location.map { host.clock.now.timeIntervalSince($0.date) }
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

extension ShareLocationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let store = host.store
        let location = KnownLocation(latitude: latitude, longitude: longitude, accuracy: accuracy, date: host.clock.now)
        try location.check()
        if !begins {
            guard try await store.read({ try $0.locationSharer() }) == surface else {
                throw HostError(.invalid, "This browser does not share its location.")
            }
        }
        let sharer = StoreOperation.setting(.set(key: LocationSharer.key, value: surface.name))
        try await store.commit(try location.storing, sharer, origin: .person)
    }
}

extension StopSharingLocationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.setting(.remove(key: LocationSharer.key)), origin: .person)
    }
}

extension SetLocationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let location = KnownLocation(latitude: latitude, longitude: longitude, accuracy: accuracy, date: host.clock.now)
        try location.check()
        try await host.store.commit(try location.storing, .setting(.remove(key: LocationSharer.key)), origin: .person)
    }
}

extension ForgetLocationRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(
            .setting(.remove(key: KnownLocation.key)),
            .setting(.remove(key: LocationSharer.key)),
            origin: .person
        )
    }
}

enum LocationSharer {
    static let key = "location.sharer"
}

extension KnownLocation {
    fileprivate var storing: StoreOperation {
        get throws { .setting(.set(key: Self.key, value: try JSONValue(encoding: self).jsonText)) }
    }
}

extension DurableReader {
    func knownLocation() throws -> KnownLocation? {
        try setting(KnownLocation.key).flatMap { try? JSONValue(parsing: Array($0.utf8)).decode(KnownLocation.self) }
    }

    fileprivate func locationSharer() throws -> SurfaceID? { try setting(LocationSharer.key).map { SurfaceID($0) } }
}
