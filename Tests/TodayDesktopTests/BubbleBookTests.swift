import HostStore
import Notifications
import Testing
import TodayProtocol

@testable import TodayDesktop

/// When bubbles come, change and go.
@Suite struct BubbleBookTests {
    private static let one = DeliveredID(rawValue: 1)

    @Test func whatStandsInTheListAtTheStartIsNotShown() {
        var driver = BookDriver()
        driver.book = BubbleBook()
        driver.take(Samples.event(.all(Samples.state([Samples.notification()]))))
        #expect(driver.open.isEmpty)
        #expect(driver.book.bubbles.isEmpty)
    }

    @Test func whatCameSinceTheSurfaceWasMadeIsShown() {
        var driver = BookDriver()
        driver.book = BubbleBook(seen: Revision(10))
        driver.take(.connected)
        driver.answer("GetNameOwner", .values([.string(Samples.server)]))
        driver.answer("GetCapabilities", .values([.strings([])]))
        let list = [Samples.notification(1), Samples.notification(2, title: "Late", revision: 11)]
        driver.take(Samples.event(.all(Samples.state(list, revision: 12)), revision: 12))
        #expect(driver.open == ["Notify 0 Late"])
    }

    @Test func whatArrivesIsShownOnce() {
        var driver = BookDriver()
        driver.show(Samples.notification())
        #expect(driver.open == ["Notify 0 Buy milk"])
        #expect(driver.isLoud)
    }

    @Test func whatIsOnlyListedIsNotShown() {
        var driver = BookDriver()
        driver.show(Samples.notification(), arrives: false)
        #expect(driver.open.isEmpty)
    }

    @Test(arguments: [true, false])
    func newWordsTakeTheBubblesPlace(arrives: Bool) {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.show(Samples.notification(title: "Buy bread"), arrives: arrives)
        #expect(driver.open == ["Notify 5 Buy bread"])
        #expect(driver.isLoud == arrives)
    }

    @Test func newWordsWaitForTheFirstOnes() {
        var driver = BookDriver()
        driver.show(Samples.notification())
        driver.show(Samples.notification(title: "Buy bread"))
        driver.show(Samples.notification(title: "Buy eggs"), arrives: false)
        #expect(driver.open == ["Notify 0 Buy milk"])
        driver.answer("Notify", .values([.uint32(5)]))
        #expect(driver.open == ["Notify 5 Buy eggs"])
        #expect(driver.isLoud)
    }

    @Test func whatIsWithdrawnIsClosed() {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.withdraw(1)
        #expect(driver.open == ["Close 5"])
        #expect(driver.book.bubbles.isEmpty)
    }

    @Test func whatIsWithdrawnBeforeItIsUpIsClosedThen() {
        var driver = BookDriver()
        driver.show(Samples.notification())
        driver.withdraw(1)
        #expect(driver.open == ["Notify 0 Buy milk"])
        driver.answer("Notify", .values([.uint32(5)]))
        #expect(driver.open == ["Close 5"])
        #expect(driver.book.bubbles.isEmpty)
    }

    @Test(arguments: [UInt32(1), 2, 3, 4, 99])
    func ourOwnClosingIsNoDismissal(reason: UInt32) {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.withdraw(1)
        driver.take(Samples.signal("NotificationClosed", .uint32(5), .uint32(reason)))
        #expect(driver.works.isEmpty)
    }

    @Test(arguments: [(UInt32(1), false), (2, true), (3, false), (4, false), (0, false)])
    func onlyAPersonDismisses(reason: UInt32, dismisses: Bool) {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.take(Samples.signal("NotificationClosed", .uint32(5), .uint32(reason)))
        #expect(driver.works == (dismisses ? [.dismiss(Self.one)] : []))
        #expect(driver.book.bubbles.isEmpty)
        driver.withdraw(1)
        #expect(driver.open.isEmpty)
    }

    @Test func whatComesAgainAfterItExpiredGetsABubbleOfItsOwn() {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.take(Samples.signal("NotificationClosed", .uint32(5), .uint32(1)))
        driver.show(Samples.notification(title: "Quiet"), arrives: false)
        #expect(driver.open.isEmpty)
        driver.show(Samples.notification(title: "Loud"))
        #expect(driver.open == ["Notify 0 Loud"])
    }

    @Test func whoDismissesTheOldWordsDoesNotDismissTheNewOnes() {
        var driver = BookDriver()
        driver.up(Samples.notification(), as: 5)
        driver.show(Samples.notification(title: "Buy bread"))
        driver.take(Samples.signal("NotificationClosed", .uint32(5), .uint32(2)))
        driver.answer("Notify", .values([.uint32(6)]))
        #expect(driver.works.isEmpty)
        driver.take(Samples.signal("NotificationClosed", .uint32(6), .uint32(2)))
        #expect(driver.works == [.dismiss(Self.one)])
    }

    @Test func aLaterListShowsWhatWasMissedAndClosesWhatIsGone() {
        var driver = BookDriver()
        driver.up(Samples.notification(1), as: 5)
        driver.up(Samples.notification(2), as: 6)
        let list = [
            Samples.notification(2), Samples.notification(3, title: "Missed", revision: 20),
            Samples.notification(4, title: "Passive", level: .passive, revision: 20),
            Samples.notification(5, title: "Known", revision: 10),
        ]
        driver.take(Samples.event(.all(Samples.state(list, revision: 20)), revision: 20))
        #expect(driver.open == ["Close 5", "Notify 0 Missed"])
    }

    @Test func whatIsNotListedStaysThoughNoListHasIt() {
        var driver = BookDriver()
        driver.up(Samples.notification(isListed: false), as: 5)
        driver.take(Samples.event(.all(Samples.state([], revision: 20)), revision: 20))
        #expect(driver.open.isEmpty)
    }

    @Test func theEndClosesEverything() {
        var driver = BookDriver()
        driver.up(Samples.notification(1), as: 5)
        driver.up(Samples.notification(2), as: 6)
        driver.closeAll()
        #expect(driver.open == ["Close 5", "Close 6"])
    }

    @Test func atMostSixtyFourAreAskedForAtATime() {
        var driver = BookDriver()
        for number in 1...100 { driver.show(Samples.notification(Int64(number))) }
        #expect(driver.open.count == BubbleBook.callLimit)
        for number in 1...100 { driver.answer("Notify", .values([.uint32(UInt32(number))])) }
        #expect(driver.open.isEmpty)
        #expect(driver.book.numbers.count == 100)
    }

    @Test func theOldestOfFiveHundredGivesWay() {
        var driver = BookDriver()
        for number in 1...(BubbleBook.limit + 2) {
            driver.up(Samples.notification(Int64(number)), as: UInt32(number))
        }
        #expect(driver.book.bubbles.count == BubbleBook.limit)
        #expect(driver.open == ["Close 1", "Close 2"])
    }
}
