import Foundation
import HostModel
import HostStorage
import JSON
import JSONRPC
import Notifications
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

@testable import Host

/// Where the person is: who gets it, how exactly and how old.
@Suite(.timeLimit(.minutes(5))) struct LocationTests {
    private static let deadline = Duration.seconds(30)
    private static let berlin = KnownLocation(
        latitude: 52.5163,
        longitude: 13.3777,
        accuracy: 20,
        date: ManualWallClock().now
    )

    /// Gives the process of a session a right to the location.
    private func grant(_ accuracy: LocationAccuracy?, _ fixture: SessionFixture, revoked: Set<AppRightID> = []) {
        var rights = fixture.session.rights
        rights.location = accuracy
        rights.revoked = revoked
        fixture.session.setRights(rights)
    }

    private func store(_ location: KnownLocation, _ fixture: SessionFixture) async throws {
        let value = try JSONValue(encoding: location).jsonText
        try await fixture.store.durable.commit(.setting(.set(key: KnownLocation.key, value: value)))
    }

    private func ask(_ fixture: SessionFixture, _ maximumAge: Double? = nil) async throws -> LocationGetRequest.Reply {
        try await fixture.process.call(LocationGetRequest(maximumAge: maximumAge), deadline: Self.deadline)
    }

    @Test(arguments: [ProcessKind.app, .widget])
    func aProcessGetsWhatItMayKnow(kind: ProcessKind) async throws {
        try await withSession(kind) { fixture in
            try await store(Self.berlin, fixture)
            grant(.full, fixture)
            let full = try await ask(fixture)
            #expect(full.latitude == 52.5163 && full.longitude == 13.3777 && full.accuracy == 20)
            #expect(full.granted == .full && full.age == 0 && full.date == Self.berlin.date)

            grant(.reduced, fixture)
            let reduced = try await ask(fixture)
            #expect(reduced.granted == .reduced && reduced.latitude == 52.5 && reduced.accuracy == 5000)
            #expect(reduced.longitude != 13.3777 && abs(reduced.longitude - 13.3777) < 0.05)
        }
    }

    @Test func withoutTheEntitlementItIsRefusedAndARevokedRightIsNamed() async throws {
        try await withSession { fixture in
            try await store(Self.berlin, fixture)
            let missing = await expectError(.notEntitled) { try await ask(fixture) }
            #expect(missing?.message.contains("com.apple.security.personal-information.location") == true)
            grant(nil, fixture, revoked: [.location])
            let revoked = await expectError(.notEntitled) { try await ask(fixture) }
            #expect(revoked?.message.contains("You have revoked the right location of this app;") == true)
        }
    }

    @Test func withoutALocationTheErrorNamesTheRemedy() async throws {
        try await withSession { fixture in
            grant(.full, fixture)
            let error = await expectError(.locationUnknown) { try await ask(fixture) }
            #expect(error?.message.contains("Settings") == true)
            #expect(error?.message.contains("today location") == true)
        }
    }

    @Test func anOldLocationIsGivenOnlyToWhoTakesIt() async throws {
        try await withSession { fixture in
            grant(.full, fixture)
            var old = Self.berlin
            old.date -= 7200
            try await store(old, fixture)
            #expect(try await ask(fixture).age == 7200)
            #expect(try await ask(fixture, 7200).age == 7200)
            let error = await expectError(.locationUnknown) { try await ask(fixture, 7199) }
            #expect(error?.message.contains("2 hours ago") == true)
            // After the clock was set back nothing is younger than now.
            old.date += 10_000
            try await store(old, fixture)
            #expect(try await ask(fixture, 0).age == 0)
        }
    }

    @Test(arguments: [-1.0, -0.001])
    func anAgeThatCannotBeIsRefused(age: Double) async throws {
        try await withSession { fixture in
            grant(.full, fixture)
            await expectError(.invalidParams) { try await ask(fixture, age) }
        }
    }

    @Test func itMayBeAskedTwentyTimesInTenSeconds() async throws {
        try await withSession { fixture in
            try await store(Self.berlin, fixture)
            grant(.full, fixture)
            for _ in 0..<20 { _ = try await ask(fixture) }
            await expectError(.limitExceeded) { try await ask(fixture) }
        }
    }

    // MARK: - Rounding

    @Test func aRoundedLocationIsNearAndAlwaysTheSame() {
        for latitude in stride(from: -90.0, through: 90, by: 7.31) {
            for longitude in stride(from: -180.0, through: 180, by: 11.17) {
                let exact = KnownLocation(latitude: latitude, longitude: longitude, accuracy: 3, date: Self.berlin.date)
                let rounded = LocationGrid.reduced(exact)
                #expect(distance(exact, rounded) < LocationGrid.radius + 10, "\(latitude), \(longitude)")
                #expect(throws: Never.self) { try rounded.check() }
                #expect(rounded.accuracy == 5000)
                // Neighbors within a cell cannot be told apart.
                #expect(LocationGrid.reduced(rounded).latitude == rounded.latitude)
            }
        }
    }

    @Test func theDateLineAndThePolesAreOnePlace() {
        func rounded(_ latitude: Double, _ longitude: Double) -> [Double] {
            let location = LocationGrid.reduced(
                KnownLocation(latitude: latitude, longitude: longitude, accuracy: 0, date: Self.berlin.date)
            )
            return [location.latitude, location.longitude]
        }
        #expect(rounded(0, 180) == rounded(0, -180))
        #expect(rounded(0, 179.999) == rounded(0, -179.999))
        #expect(rounded(90, 12) == rounded(90, -170))
    }

    /// Metres on a sphere.
    private func distance(_ first: KnownLocation, _ second: KnownLocation) -> Double {
        let (north, south) = (first.latitude * .pi / 180, second.latitude * .pi / 180)
        let east = (first.longitude - second.longitude) * .pi / 180
        let half = pow(sin((north - south) / 2), 2) + cos(north) * cos(south) * pow(sin(east / 2), 2)
        return 2 * 6_371_000 * asin(min(1, half.squareRoot()))
    }
}

/// The requests of surfaces about where the person is.
@Suite(.timeLimit(.minutes(5))) struct LocationRequestTests {
    @Test func whatIsNoPlaceIsRefused() async throws {
        let cases: [(Double, Double, Double)] = [
            (91, 0, 1), (-90.1, 0, 1), (0, 180.1, 1), (0, -181, 1), (0, 0, -1), (0, 0, 1e9), (.nan, 0, 1),
            (0, .nan, 1), (0, 0, .nan), (.infinity, 0, 1), (0, 0, .infinity),
        ]
        try await withWidgetHost { fixture async throws in
            for (latitude, longitude, accuracy) in cases {
                let set = await #expect(throws: HostError.self) {
                    try await fixture.host.send(
                        SetLocationRequest(latitude: latitude, longitude: longitude, accuracy: accuracy)
                    )
                }
                #expect(set?.code == .invalid)
                let shared = await #expect(throws: HostError.self) {
                    try await fixture.host.send(
                        ShareLocationRequest(
                            latitude: latitude,
                            longitude: longitude,
                            accuracy: accuracy,
                            begins: true,
                            on: SurfaceID("web.a")
                        )
                    )
                }
                #expect(shared?.code == .invalid)
            }
            #expect(try await fixture.host.send(GetLocationRequest()) == LocationState())
        }
    }

    @Test func oneBrowserSharesAndThePersonChoosesWhich() async throws {
        try await withWidgetHost { fixture in
            func share(_ surface: String, begins: Bool) async throws {
                try await fixture.host.send(
                    ShareLocationRequest(latitude: 1, longitude: 2, accuracy: 3, begins: begins, on: SurfaceID(surface))
                )
            }
            func isShared(_ surface: String) async throws -> [Bool] {
                let state = try await fixture.host.send(GetLocationRequest(on: SurfaceID(surface)))
                return [state.isSharedHere, state.isSharedElsewhere]
            }
            await #expect(throws: HostError.self) { try await share("a", begins: false) }
            try await share("a", begins: true)
            try await share("a", begins: false)
            #expect(try await isShared("a") == [true, false])
            #expect(try await isShared("b") == [false, true])
            try await share("b", begins: true)
            await #expect(throws: HostError.self) { try await share("a", begins: false) }
            #expect(try await isShared("a") == [false, true])

            // What is known stays until it is forgotten.
            try await fixture.host.send(StopSharingLocationRequest())
            #expect(try await isShared("b") == [false, false])
            #expect(try await fixture.host.send(GetLocationRequest()).location?.latitude == 1)
            try await share("b", begins: true)
            try await fixture.host.send(SetLocationRequest(latitude: 5, longitude: 6, accuracy: 7))
            #expect(try await isShared("b") == [false, false])
            try await share("b", begins: true)
            try await fixture.host.send(ForgetLocationRequest())
            #expect(try await fixture.host.send(GetLocationRequest()) == LocationState())
        }
    }

    @Test func aBrowserIsNotAskedWhereItIsWhileNoAppMayKnow() async throws {
        try await withWidgetHost { fixture in
            try await fixture.host.send(
                ShareLocationRequest(latitude: 1, longitude: 2, accuracy: 3, begins: true, on: SurfaceID("a"))
            )
            #expect(try await fixture.host.send(GetLocationRequest(on: SurfaceID("a"))).isDue == false)
        }
    }
}
