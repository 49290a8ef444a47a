import FoundationEssentials
import HostModel
import HostStorage
import Testing

/// How long a device may be silent, by how often it was seen.
@Suite struct DeviceContactTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let hour = 3600.0
    private static let day = 86_400.0

    /// A device that was seen at the start, and again after each of these times.
    private func device(seenAfter gaps: [TimeInterval]) -> DeviceContact {
        var contact = DeviceContact(lastSeen: Self.start)
        for gap in gaps { contact.record(at: contact.lastSeen + gap) }
        return contact
    }

    /// For how long the device may not be seen before that is reported.
    private func patience(_ contact: DeviceContact) -> TimeInterval {
        contact.silentFrom.timeIntervalSince(contact.lastSeen)
    }

    @Test func aDeviceThatWasSeenOnceMayBeSilentForThreeDays() {
        let contact = device(seenAfter: [])
        #expect(!contact.isSilent(at: Self.start + 3 * Self.day - 1))
        #expect(contact.isSilent(at: Self.start + 3 * Self.day))
    }

    @Test func aDeviceThatIsSeenWeeklyMayBeSilentForThreeWeeks() {
        let contact = device(seenAfter: [7 * Self.day, 7 * Self.day])
        #expect(!contact.isSilent(at: contact.lastSeen + 20 * Self.day))
        #expect(contact.isSilent(at: contact.lastSeen + 21 * Self.day))
    }

    @Test func aDeviceThatIsAlwaysOnMayBeSilentForADay() {
        let contact = device(seenAfter: Array(repeating: 300, count: 288 * 60))
        #expect(contact.usualGap < Self.hour)
        #expect(patience(contact) == DeviceContact.leastSilence)
    }

    @Test func aGapShrinksOnceOnEachDayOfContact() {
        var contact = device(seenAfter: [10 * Self.day])
        #expect(contact.usualGap == 10 * Self.day)
        for _ in 0..<3 { contact.record(at: contact.lastSeen + 60) }
        #expect(contact.usualGap == 10 * Self.day)
        contact.record(at: contact.lastSeen + Self.day)
        #expect(contact.usualGap == 9 * Self.day)
    }

    @Test func aWeekendIsNoSilenceForADeviceAtWork() {
        let week = [9.0, 15, 9, 15, 9, 15, 9, 15, 9, 63].map { $0 * Self.hour }
        let monday = device(seenAfter: Array(repeating: week, count: 8).flatMap(\.self))
        var friday = monday
        for gap in week.dropLast() { friday.record(at: friday.lastSeen + gap) }
        #expect(!friday.isSilent(at: friday.lastSeen + 63 * Self.hour))
        #expect(patience(friday) < 7 * Self.day)
    }

    @Test func beingSeenEndsTheSilenceAndItsDismissal() {
        var contact = DeviceContact(lastSeen: Self.start, isSilenceDismissed: true)
        let later = Self.start + 5 * Self.day
        #expect(contact.isSilent(at: later) && !contact.isReported(at: later))
        contact.record(at: later)
        #expect(!contact.isSilent(at: later))
        #expect(contact.isReported(at: later + 15 * Self.day))
    }

    @Test func aClockThatJumpsAheadDoesNotExcuseSilenceForGood() {
        let contact = device(seenAfter: [Self.day, 20 * 365 * Self.day])
        #expect(contact.usualGap == DeviceContact.longestGap)
        #expect(patience(contact) == 90 * Self.day)
    }

    @Test(arguments: [1.0, 1_728_000]) func aClockThatIsSetBackChangesNoDateAndNoGap(seconds: TimeInterval) {
        var contact = device(seenAfter: [Self.day, 20 * Self.day])
        let (seen, gap) = (contact.lastSeen, contact.usualGap)
        contact.record(at: seen - seconds)
        #expect(contact.usualGap == gap)
        #expect(contact.lastSeen == seen, "it was last seen earlier than before")
    }

    @Test func aDeviceThatPushesNoLongerReachIsReportedAtOnceUnlessItIsInUse() {
        let ended = Self.start + Self.hour
        let away = DeviceContact(lastSeen: Self.start, pushesEnded: ended)
        #expect(!away.isSilent(at: ended - 1) && away.isSilent(at: ended))
        var inUse = DeviceContact(lastSeen: ended - 60, pushesEnded: ended)
        #expect(!inUse.isSilent(at: ended))
        #expect(inUse.isSilent(at: ended - 60 + DeviceContact.presence))
        inUse.record(at: ended + 240)
        #expect(!inUse.isSilent(at: ended + Self.hour))
    }

    @Test(arguments: [
        (0.0, DeviceContact.RoundedGap.hours(1)), (3600, .hours(1)), (3601, .hours(2)), (82_800, .hours(23)),
        (82_801, .days(1)), (86_400, .days(1)), (86_401, .days(2)), (604_800, .days(7)),
    ])
    func theUsualGapIsRoundedUp(seconds: TimeInterval, gap: DeviceContact.RoundedGap) {
        #expect(DeviceContact(lastSeen: Self.start, usualGap: seconds).roundedGap == gap)
    }
}
