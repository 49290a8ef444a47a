import AsyncPrimitives
import Foundation
import Testing

@testable import DeviceSync

@Suite struct CloudAddressTests {
    @Test(arguments: [
        ("https://push.example.org", "https://push.example.org"),
        ("https://push.example.org/", "https://push.example.org"),
        ("push.example.org", "https://push.example.org"),
        ("HTTPS://Push.Example.org:8443/cloud//", "https://push.example.org:8443/cloud"),
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"), ("http://localhost:1", "http://localhost:1"),
        ("http://[::1]:1", "http://[::1]:1"), ("http://127.9.8.7", "http://127.9.8.7"),
    ])
    func goodOnesAreTaken(text: String, expected: String) throws {
        #expect(try CloudAddress(text).description == expected)
    }

    @Test(arguments: [
        "", "http://push.example.org", "http://127.0.0.1.example.org", "http://127.evil.example",
        "http://localhost.example",
        "ftp://x.example", "https://user:secret@x.example", "https://x.example/?a=1", "https://", "https:// x",
        "http://10.0.0.1",
    ])
    func badOnesAreRefusedWithASentence(text: String) {
        let error = #expect(throws: CloudFailure.self) { try CloudAddress(text) }
        #expect(error?.code == .badAddress)
        #expect(error?.message.contains("secret") == false)
    }

    @Test func httpToAnotherMachineIsThePersonsToAccept() throws {
        #expect(try CloudAddress("http://10.0.0.1:80", isInsecure: true).description == "http://10.0.0.1")
    }

    @Test func partsOfThePathCannotLeaveTheirPlace() throws {
        let address = try CloudAddress("https://a.example/c")
        #expect(
            address.url(["api", "../x y", "ä"], query: [("after", "1&b=2")])
                == "https://a.example/c/api/..%2Fx%20y/%C3%A4?after=1%26b%3D2"
        )
    }

    @Test(arguments: [
        ("2026-11-21T08:00:00.000Z", 1_795_248_000.0), ("2026-11-21 08:00:00", 1_795_248_000),
        ("2026-11-21T08:00:00Z", 1_795_248_000),
        ("2026-11-21T08:00:00.250Z", 1_795_248_000.25), ("1970-01-01T00:00:00Z", 0),
        ("2024-02-29T00:00:00Z", 1_709_164_800),
    ])
    func datesAreReadInTheFormsOfClouds(text: String, seconds: Double) {
        #expect(CloudDate.date(text).map { abs($0.timeIntervalSince1970 - seconds) < 0.001 } == true)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T08:00:00+02:00", "2026-13-21T08:00:00Z", "1969-12-31T23:59:59Z",
        "x026-11-21T08:00:00Z", "2026-11-21T08:00:00.1Zx",
    ])
    func otherDatesAreNone(text: String) { #expect(CloudDate.date(text) == nil) }

    @Test func waitsGrowToAMinuteAndStayWithinTheirHalf() {
        var backoff = Backoff.cloud
        #expect((0..<8).map { _ in backoff.next(jitter: 1) } == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        backoff.connectionEnded(after: .seconds(3))
        #expect(backoff.next(jitter: 0) == .seconds(30))
        backoff.connectionEnded(after: .seconds(11))
        #expect(backoff.next(jitter: 0) == .milliseconds(500))
        #expect(backoff.next(jitter: 0, retryAfter: .seconds(20)) == .seconds(20))
        #expect(backoff.next(jitter: 0, retryAfter: .seconds(7200)) == .seconds(60))
    }
}
