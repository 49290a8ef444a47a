import HostModel
import HostStorage
import Notifications
import SessionBus
import Testing
import TodayProtocol

@testable import TodayDesktop

/// When bubbles come, change and go.
@Suite struct BubbleStateMachineTests {
    private static let one = DeliveredID(rawValue: 1)

    @Test func whatStandsInTheListAtTheStartIsNotShown() {
        var driver = BubbleDriver()
        driver.machine = BubbleStateMachine(language: "en")
        driver.take(BubbleSamples.event(.all(BubbleSamples.state([BubbleSamples.notification()]))))
        #expect(driver.open.isEmpty)
        #expect(driver.machine.bubbles.isEmpty)
    }

    @Test func whatCameSinceTheSurfaceWasMadeIsShown() {
        var driver = BubbleDriver()
        driver.machine = BubbleStateMachine(seen: Revision(10), language: "en")
        driver.take(.connected)
        driver.answer("GetNameOwner", .values([.string(BubbleSamples.server)]))
        driver.answer("GetCapabilities", .values([.strings([])]))
        let list = [BubbleSamples.notification(1), BubbleSamples.notification(2, title: "Late", revision: 11)]
        driver.take(BubbleSamples.event(.all(BubbleSamples.state(list, revision: 12)), revision: 12))
        #expect(driver.open == ["Notify 0 Late"])
    }

    @Test func whatArrivesIsShownOnce() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        #expect(driver.open == ["Notify 0 Buy milk"])
        #expect(driver.isLoud)
    }

    @Test func whatIsOnlyListedIsNotShown() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification(), arrives: false)
        #expect(driver.open.isEmpty)
    }

    @Test(arguments: [true, false])
    func newWordsTakeTheBubblesPlace(arrives: Bool) {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.show(BubbleSamples.notification(title: "Buy bread"), arrives: arrives)
        #expect(driver.open == ["Notify 5 Buy bread"])
        #expect(driver.isLoud == arrives)
    }

    @Test func newWordsWaitForTheFirstOnes() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        driver.show(BubbleSamples.notification(title: "Buy bread"))
        driver.show(BubbleSamples.notification(title: "Buy eggs"), arrives: false)
        #expect(driver.open == ["Notify 0 Buy milk"])
        driver.answer("Notify", .values([.uint32(5)]))
        #expect(driver.open == ["Notify 5 Buy eggs"])
        #expect(driver.isLoud)
    }

    @Test func whatIsWithdrawnIsClosed() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.withdraw(1)
        #expect(driver.open == ["Close 5"])
        #expect(driver.machine.bubbles.isEmpty)
    }

    @Test func whatIsWithdrawnBeforeItIsUpIsClosedThen() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        driver.withdraw(1)
        #expect(driver.open == ["Notify 0 Buy milk"])
        driver.answer("Notify", .values([.uint32(5)]))
        #expect(driver.open == ["Close 5"])
        #expect(driver.machine.bubbles.isEmpty)
    }

    @Test(arguments: [UInt32(1), 2, 3, 4, 99])
    func ourOwnClosingIsNoDismissal(reason: UInt32) {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.withdraw(1)
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(reason)))
        #expect(driver.actions.isEmpty)
    }

    @Test(arguments: [(UInt32(1), false), (2, true), (3, false), (4, false), (0, false)])
    func onlyAPersonDismisses(reason: UInt32, dismisses: Bool) {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(reason)))
        #expect(driver.actions == (dismisses ? [.dismiss(Self.one)] : []))
        #expect(driver.machine.bubbles.isEmpty)
        driver.withdraw(1)
        #expect(driver.open.isEmpty)
    }

    @Test func whatComesAgainAfterItExpiredGetsABubbleOfItsOwn() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(1)))
        driver.show(BubbleSamples.notification(title: "Quiet"), arrives: false)
        #expect(driver.open.isEmpty)
        driver.show(BubbleSamples.notification(title: "Loud"))
        #expect(driver.open == ["Notify 0 Loud"])
    }

    @Test func whoDismissesTheOldWordsDoesNotDismissTheNewOnes() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.show(BubbleSamples.notification(title: "Buy bread"))
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(2)))
        driver.answer("Notify", .values([.uint32(6)]))
        #expect(driver.actions.isEmpty)
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(6), .uint32(2)))
        #expect(driver.actions == [.dismiss(Self.one)])
    }

    @Test func aLaterListShowsWhatWasMissedAndClosesWhatIsGone() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(1), as: 5)
        driver.up(BubbleSamples.notification(2), as: 6)
        let list = [
            BubbleSamples.notification(2), BubbleSamples.notification(3, title: "Missed", revision: 20),
            BubbleSamples.notification(4, title: "Passive", level: .passive, revision: 20),
            BubbleSamples.notification(5, title: "Known", revision: 10),
        ]
        driver.take(BubbleSamples.event(.all(BubbleSamples.state(list, revision: 20)), revision: 20))
        #expect(driver.open == ["Close 5", "Notify 0 Missed"])
    }

    @Test func whatIsNotListedStaysThoughNoListHasIt() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(isListed: false), as: 5)
        driver.take(BubbleSamples.event(.all(BubbleSamples.state([], revision: 20)), revision: 20))
        #expect(driver.open.isEmpty)
    }

    @Test func theEndClosesEverything() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(1), as: 5)
        driver.up(BubbleSamples.notification(2), as: 6)
        driver.closeAll()
        #expect(driver.open == ["Close 5", "Close 6"])
    }

    @Test func atMostSixtyFourAreAskedForAtATime() {
        var driver = BubbleDriver()
        for number in 1...100 { driver.show(BubbleSamples.notification(Int64(number))) }
        #expect(driver.open.count == BubbleStateMachine.callLimit)
        for number in 1...100 { driver.answer("Notify", .values([.uint32(UInt32(number))])) }
        #expect(driver.open.isEmpty)
        #expect(driver.machine.numbers.count == 100)
    }

    @Test func theOldestOfFiveHundredGivesWay() {
        var driver = BubbleDriver()
        for number in 1...(BubbleStateMachine.limit + 2) {
            driver.up(BubbleSamples.notification(Int64(number)), as: UInt32(number))
        }
        #expect(driver.machine.bubbles.count == BubbleStateMachine.limit)
        #expect(driver.open == ["Close 1", "Close 2"])
    }
}
