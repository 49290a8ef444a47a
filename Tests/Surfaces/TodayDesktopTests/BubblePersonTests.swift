import HostModel
import HostStorage
import Notifications
import SessionBus
import Testing
import TodayProtocol

@testable import TodayDesktop

/// What the person does on bubbles, and what others pretend.
@Suite struct BubblePersonTests {
    private static let one = DeliveredID(rawValue: 1)

    private func driver(
        _ actions: [ShownAction] = [BubbleSamples.inform, BubbleSamples.edit],
        _ capabilities: ServerCapabilities = [.actions, .inlineReply]
    ) -> BubbleDriver {
        var driver = BubbleDriver(capabilities)
        driver.up(BubbleSamples.notification(actions: actions), as: 5)
        return driver
    }

    @Test func aButtonIsAnAnswer() {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform")))
        #expect(driver.actions == [.answer(Self.one, action: "justInform", text: nil, activation: nil)])
    }

    @Test func thePressOnTheBubbleOpensTheNotification() {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActivationToken", .uint32(5), .string("token-1")))
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("default")))
        #expect(
            driver.actions == [
                .answer(Self.one, action: NotificationAction.defaultIdentifier, text: nil, activation: "token-1")
            ]
        )
    }

    @Test func whatNeedsThePasscodeIsAskedForOnThePage() {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActivationToken", .uint32(5), .string("token-1")))
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("editList")))
        #expect(driver.actions == [.ask(Self.one, action: "editList", activation: "token-1")])
    }

    @Test func anAnswerMayBeWrittenIntoTheBubble() {
        var driver = driver([BubbleSamples.reply])
        driver.take(BubbleSamples.signal("NotificationReplied", .uint32(5), .string("On my way")))
        #expect(driver.actions == [.answer(Self.one, action: "reply", text: "On my way", activation: nil)])
    }

    @Test func withoutAFieldTheTextIsWrittenOnThePage() {
        var driver = driver([BubbleSamples.reply], [.actions])
        driver.take(BubbleSamples.signal("NotificationReplied", .uint32(5), .string("ignored")))
        #expect(driver.actions.isEmpty)
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("reply")))
        #expect(driver.actions == [.ask(Self.one, action: "reply", activation: nil)])
    }

    @Test(arguments: ["justInform", "editList", "default"])
    func theClosingAfterAChoiceIsNoDismissal(key: String) {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string(key)))
        driver.take(BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(2)))
        #expect(driver.actions.count == 1)
        driver.withdraw(1)
        #expect(driver.open.isEmpty)
    }

    @Test func aBubbleThatStaysAfterAChoiceIsClosedWhenTheNotificationIsGone() {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform")))
        driver.withdraw(1)
        #expect(driver.open == ["Close 5"])
    }

    @Test func theFirstChoiceCounts() {
        var driver = driver()
        for key in ["editList", "justInform", "editList", "default"] {
            driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string(key)))
        }
        #expect(driver.actions == [.ask(Self.one, action: "editList", activation: nil)])
    }

    @Test func whenItComesAgainThereIsAChoiceAgain() {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("editList")))
        driver.show(BubbleSamples.notification(actions: [BubbleSamples.inform]), arrives: false)
        #expect(driver.open.isEmpty)
        driver.show(BubbleSamples.notification(actions: [BubbleSamples.inform]))
        driver.answer("Notify", .values([.uint32(5)]))
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform")))
        #expect(driver.actions.count == 2)
    }

    @Test(arguments: [
        BubbleSamples.signal("ActionInvoked", .uint32(6), .string("justInform")),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string("trashAction")),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string("inline-reply")),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string("")),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string(String(repeating: "x", count: 300))),
        BubbleSamples.signal("ActionInvoked", .int32(5), .string("justInform")),
        BubbleSamples.signal("ActionInvoked", .string("5"), .string("justInform")),
        BubbleSamples.signal("ActionInvoked", .uint32(5)),
        BubbleSamples.signal("ActionInvoked"),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .other),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform"), sender: ":1.66"),
        BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform"), sender: ""),
        BubbleSamples.signal("NotificationReplied", .uint32(5), .string("no such field")),
        BubbleSamples.signal("NotificationClosed", .uint32(5), .string("2")),
        BubbleSamples.signal("NotificationClosed", .uint32(7), .uint32(2)),
        BubbleSamples.signal("NotificationClosed", .uint32(5), .uint32(2), sender: ":1.66"),
        BubbleSamples.signal("Surprise", .uint32(5), .uint32(2)),
        BubbleSamples.ownerChanged(to: "", sender: ":1.66"),
        .replied(BusToken(number: 999), .values([.uint32(5)])),
    ])
    func whatMeansNothingChangesNothing(event: BusEvent) {
        var driver = driver()
        driver.take(event)
        #expect(driver.actions.isEmpty)
        #expect(driver.open.isEmpty)
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform")))
        #expect(driver.actions.count == 1)
    }

    @Test(arguments: ["", String(repeating: "x", count: NotificationAnswer.textLimit + 1)])
    func aTextThatIsEmptyOrTooLongIsNoAnswer(text: String) {
        var driver = driver([BubbleSamples.reply])
        driver.take(BubbleSamples.signal("NotificationReplied", .uint32(5), .string(text)))
        #expect(driver.actions.isEmpty)
    }

    @Test(arguments: ["with space", "new\nline", String(repeating: "x", count: 257), "ü"])
    func aTokenThatLooksWrongIsNotPassedOn(token: String) {
        var driver = driver()
        driver.take(BubbleSamples.signal("ActivationToken", .uint32(5), .string(token)))
        driver.take(BubbleSamples.signal("ActionInvoked", .uint32(5), .string("justInform")))
        #expect(driver.actions == [.answer(Self.one, action: "justInform", text: nil, activation: nil)])
    }
}
