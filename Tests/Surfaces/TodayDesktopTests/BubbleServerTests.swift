import HostModel
import HostStorage
import Notifications
import SessionBus
import Testing
import TodayProtocol

@testable import TodayDesktop

/// Servers that come, go and answer nonsense.
@Suite struct BubbleServerTests {
    private static let gone = BusReply.failure("org.freedesktop.DBus.Error.ServiceUnknown")

    @Test func aServerIsAskedWhatItCanDoAsSoonAsItIsThere() {
        var driver = BubbleDriver(nil)
        #expect(driver.open.isEmpty)
        driver.take(BubbleSamples.ownerChanged(to: BubbleSamples.server))
        #expect(driver.open == ["GetCapabilities"])
    }

    @Test func withoutAServerTheBusIsAskedToStartOne() {
        var driver = BubbleDriver(nil)
        driver.show(BubbleSamples.notification())
        #expect(driver.open == ["GetCapabilities"])
        driver.take(BubbleSamples.ownerChanged(to: BubbleSamples.server))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == ["Notify 0 Buy milk"])
    }

    @Test func whatArrivesWithoutAServerWaitsForOne() {
        var driver = BubbleDriver(nil)
        driver.show(BubbleSamples.notification(1))
        driver.answer("GetCapabilities", Self.gone)
        driver.show(BubbleSamples.notification(2, title: "Taken back"))
        driver.answer("GetCapabilities", Self.gone)
        driver.withdraw(2)
        #expect(driver.open.isEmpty)
        driver.take(BubbleSamples.ownerChanged(to: BubbleSamples.server))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == ["Notify 0 Buy milk"])
    }

    @Test func onlyTheNewestTwentyWaitForAServer() {
        var driver = BubbleDriver(nil)
        for number in 1...50 {
            driver.show(BubbleSamples.notification(Int64(number), title: "\(number)"))
            driver.answer("GetCapabilities", Self.gone)
        }
        driver.take(BubbleSamples.ownerChanged(to: BubbleSamples.server))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == (31...50).map { "Notify 0 \($0)" })
    }

    @Test func theNumbersOfAnOldServerMeanNothing() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(actions: [BubbleSamples.inform]), as: 5)
        driver.take(BubbleSamples.ownerChanged(to: ""))
        driver.take(BubbleSamples.ownerChanged(to: ":1.9"))
        driver.answer("GetCapabilities", .values([.strings(["actions"])]))
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform"), sender: ":1.9"))
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(2), sender: ":1.9"))
        driver.withdraw(1)
        #expect(driver.actions.isEmpty)
        #expect(driver.open.isEmpty)
    }

    @Test func whatAServerHadNotAnsweredIsShownByTheNext() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        driver.take(BubbleSamples.ownerChanged(to: ""))
        driver.answer("Notify", .failure("org.freedesktop.DBus.Error.NoReply"))
        driver.take(BubbleSamples.ownerChanged(to: ":1.9"))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == ["Notify 0 Buy milk"])
    }

    @Test func theFailureMayComeBeforeTheNewsThatTheServerIsGone() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        driver.answer("Notify", .failure("org.freedesktop.DBus.Error.NoReply"))
        #expect(driver.open.isEmpty)
        driver.take(BubbleSamples.ownerChanged(to: ""))
        driver.take(BubbleSamples.ownerChanged(to: ":1.9"))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == ["Notify 0 Buy milk"])
    }

    @Test func aBubbleThatEndsServersIsGivenUp() {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        for number in 8...9 {
            driver.take(BubbleSamples.ownerChanged(to: ""))
            driver.take(BubbleSamples.ownerChanged(to: ":1.\(number)"))
            driver.answer("GetCapabilities", .values([.strings([])]))
        }
        #expect(driver.machine.bubbles.isEmpty)
    }

    @Test func aLostBusForgetsEverythingThatWasUp() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.disconnect()
        driver.show(BubbleSamples.notification(2))
        driver.withdraw(1)
        #expect(driver.open.isEmpty)
        driver.take(.connected)
        driver.answer("GetNameOwner", .values([.string(":1.2")]))
        driver.answer("GetCapabilities", .values([.strings([])]))
        #expect(driver.open == ["Notify 0 Buy milk"])
    }

    @Test(arguments: [
        BusReply.failure("org.freedesktop.Notifications.Error.ExcessNotificationGeneration"),
        .failure(BusReply.timeOut), .values([]), .values([.string("5")]), .values([.uint32(0)]),
        .values([.other, .uint32(5)]),
    ])
    func whatAServerRefusesIsNotShown(reply: BusReply) {
        var driver = BubbleDriver()
        driver.show(BubbleSamples.notification())
        driver.answer("Notify", reply)
        #expect(driver.machine.bubbles.isEmpty)
        #expect(driver.open.isEmpty)
        #expect(driver.notes.count == 1)
    }

    @Test func aRefusedUpdateClosesTheOldWords() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(), as: 5)
        driver.show(BubbleSamples.notification(title: "Buy bread"))
        driver.answer("Notify", .failure("org.example.No"))
        #expect(driver.open == ["Close 5"])
    }

    @Test func aNumberThatAServerGivesTwiceIsTheNewest() {
        var driver = BubbleDriver()
        driver.up(BubbleSamples.notification(1), as: 5)
        driver.up(BubbleSamples.notification(2), as: 5)
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(2)))
        #expect(driver.actions == [.dismiss(DeliveredID(rawValue: 2))])
    }

    @Test(arguments: [BusReply.values([]), .values([.other]), .values([.uint32(1)]), .failure("org.example.No")])
    func aServerThatDoesNotSayWhatItCanDoIsAskedAgainWhenSomethingArrives(reply: BusReply) {
        var driver = BubbleDriver(nil)
        driver.take(BubbleSamples.ownerChanged(to: BubbleSamples.server))
        driver.answer("GetCapabilities", reply)
        #expect(driver.open.isEmpty)
        driver.show(BubbleSamples.notification())
        #expect(driver.open == ["GetCapabilities"])
    }
}
