import Foundation
import HostClock
import Testing

@Suite struct ClockDayTests {
    @Test(arguments: [
        ("UTC", "Etc/UTC", true), ("Asia/Calcutta", "Asia/Kolkata", true), ("Europe/Berlin", "Europe/Vienna", true),
        ("America/New_York", "America/Toronto", true), ("Europe/Berlin", "Europe/London", false),
        // The same time in winter, and another one in summer.
        ("Europe/London", "Atlantic/Reykjavik", false), ("America/Denver", "America/Phoenix", false),
        // The same offsets, with changes on other days.
        ("Europe/Athens", "Asia/Jerusalem", false),
    ])
    func zonesAgreeIfTheirClocksDo(one: String, other: String, agree: Bool) throws {
        let zones = try [one, other].map { try #require(TimeZone(identifier: $0)) }
        // 2026-11-21 08:00 UTC
        let date = Date(timeIntervalSince1970: 1_795_248_000)
        #expect(zones[0].agrees(with: zones[1], from: date) == agree)
        #expect(zones[1].agrees(with: zones[0], from: date) == agree)
    }
}
