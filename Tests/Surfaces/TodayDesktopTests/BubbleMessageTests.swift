import FoundationEssentials
import Host
import HostModel
import Notifications
import SessionBus
import Testing
import TodayProtocol

@testable import TodayDesktop

/// What a server is told of a notification.
@Suite struct BubbleMessageTests {
    private func message(
        _ capabilities: ServerCapabilities,
        actions: [ShownAction] = [],
        language: String = "en-US",
        arrives: Bool = true,
        change: (inout ShownNotification) -> Void = { _ in }
    ) -> BubbleMessage {
        var notification = BubbleSamples.notification(actions: actions)
        change(&notification)
        return BubbleMessage(notification, for: capabilities, in: language, replaces: 3, arrives: arrives)
    }

    @Test func aNotificationHasTheSignatureOfTheSpecification() {
        let arguments = NotificationServer.notify(message([.actions, .body], actions: [BubbleSamples.inform])).arguments
        #expect(arguments.compactMap(\.signature).joined() == "susssasa{sv}i")
    }

    @Test func theTitleHasNoMarkupAndTheTextOnlyWhereTheServerReadsIt() {
        let change: (inout ShownNotification) -> Void = {
            $0.title = "<b>Milk & more</b>"
            $0.subtitle = "A < B"
            $0.body = "<i>x</i> &amp;"
        }
        let plain = message([.body], change: change)
        #expect(plain.summary == "<b>Milk & more</b>")
        #expect(plain.body == "A < B\n<i>x</i> &amp;")
        let marked = message([.body, .bodyMarkup], change: change)
        #expect(marked.summary == "<b>Milk & more</b>")
        #expect(marked.body == "A &lt; B\n&lt;i&gt;x&lt;/i&gt; &amp;amp;")
        #expect(message([], change: change).body.isEmpty)
    }

    @Test(arguments: [
        ("en-US", "Late", "Open"), ("de-AT", "Verspätet", "Öffnen"), ("ja", "遅延", "開く"), ("JA-JP", "遅延", "開く"),
        ("fr-FR", "En retard", "Ouvrir"), ("it-IT", "Late", "Open"), ("", "Late", "Open"),
    ])
    func todaysOwnTextsAreInThePersonsLanguage(language: String, late: String, open: String) {
        let change: (inout ShownNotification) -> Void = {
            $0.due = $0.date.addingTimeInterval(-3600)
            $0.body = "Milk"
        }
        let message = message([.body, .actions], language: language, change: change)
        #expect(message.body == "\(late)\nMilk")
        #expect(message.buttons == [.init(key: "default", label: open)])
        // So it is for a whole desktop.
        var driver = BubbleDriver([.body, .actions], language: language)
        var notification = BubbleSamples.notification()
        change(&notification)
        driver.show(notification)
        let call = driver.calls.last { $0.call.member == "Notify" }?.call
        #expect(call?.arguments[4] == .string("\(late)\nMilk"))
        #expect(call?.arguments[5] == .strings(["default", open]))
    }

    @Test func itSaysWhoseItIs() {
        let message = message([.body])
        #expect(message.appName == "Shopping List")
        #expect(message.replaces == 3)
        #expect(message.hints["desktop-entry"] == .string("org.today.Today"))
        #expect(message.hints["category"] == .string("x-today.notification"))
    }

    @Test func itHasTheIconOfItsAppAsAnAddress() {
        let notification = BubbleSamples.notification()
        let message = BubbleMessage(
            notification,
            for: [],
            in: "en",
            replaces: 0,
            arrives: true,
            icon: "/home/A B/apps/x.y/1-a/Liste ü.app/Icon.png"
        )
        #expect(message.icon == "file:///home/A%20B/apps/x.y/1-a/Liste%20%C3%BC.app/Icon.png")
        #expect(NotificationServer.notify(message).arguments[2] == .string(message.icon))
        #expect(self.message([]).icon.isEmpty)
    }

    @Test func aBubbleHasTheIconThatItsAppHasWhenItIsSent() {
        var driver = BubbleDriver()
        let notification = BubbleSamples.notification()
        driver.machine.images.set(icon: "d", iconFile: "/apps/Icon.svg", of: notification.app)
        driver.show(notification)
        let call = driver.calls.last { $0.call.member == "Notify" }?.call
        #expect(call?.arguments[2] == .string("file:///apps/Icon.svg"))
    }

    @Test func anAlertStaysUntilItIsAnswered() {
        let alert = message([]) { $0.alertStyle = .alert }
        #expect(alert.hints["urgency"] == .byte(2))
        #expect(NotificationServer.notify(alert).arguments.last == .int32(0))
        let banner = message([])
        #expect(NotificationServer.notify(banner).arguments.last == .int32(-1))
    }

    @Test(arguments: [(NotificationInterruptionLevel.passive, UInt8(0)), (.active, 1), (.timeSensitive, 2)])
    func theLevelIsTheUrgency(level: NotificationInterruptionLevel, urgency: UInt8) {
        #expect(message([]) { $0.level = level }.hints["urgency"] == .byte(urgency))
    }

    @Test(arguments: [
        (NotificationSound?.none, true, BusValue?.none, true), (.default, true, nil, false),
        (.default, false, nil, true),
        (NotificationSound(rawValue: "bell"), true, .string("bell"), false),
        (NotificationSound(rawValue: "bell"), false, nil, true),
    ])
    func theSoundIsMadeOnArrival(sound: NotificationSound?, arrives: Bool, name: BusValue?, isQuiet: Bool) {
        let message = message([], arrives: arrives) { $0.sound = sound }
        #expect(message.hints["sound-name"] == name)
        #expect(message.hints["suppress-sound"] == (isQuiet ? .boolean(true) : nil))
    }

    @Test func aBannerAloneIsNotKeptByTheServer() {
        #expect(message([]).hints["transient"] == nil)
        #expect(message([]) { $0.isListed = false }.hints["transient"] == .boolean(true))
    }

    @Test func theActionsOfTheMinimalContextAreButtonsAfterTheDefault() {
        let message = message([.actions], actions: [BubbleSamples.inform, BubbleSamples.edit])
        #expect(
            message.buttons == [
                .init(key: "default", label: "Open"), .init(key: "justInform", label: "Just Inform"),
                .init(key: "editList", label: "Edit"),
            ]
        )
        #expect(message.choices["editList"] == BubbleSamples.edit)
    }

    @Test func aNotificationWithNothingToOpenHasNoDefaultButton() {
        let nothing = message([.actions]) { $0.isOpenable = false }
        #expect(nothing.buttons.isEmpty)
        let informing = message([.actions], actions: [BubbleSamples.inform]) { $0.isOpenable = false }
        #expect(informing.buttons.map(\.key) == ["justInform"])
        // Servers report a press on the bubble itself only for this action, so none is among those that they are sent.
        #expect(!"\(NotificationServer.notify(informing).arguments)".contains("\"default\""))
    }

    @Test func aServerWithoutButtonsGetsNone() {
        #expect(message([.inlineReply], actions: [BubbleSamples.inform, BubbleSamples.reply]).buttons.isEmpty)
    }

    @Test func whereTheServerHasAFieldAnActionThatTakesTextIsIt() {
        let message = message([.actions, .inlineReply], actions: [BubbleSamples.inform, BubbleSamples.reply])
        #expect(message.buttons.map(\.key) == ["default", "justInform", "inline-reply"])
        #expect(message.reply == BubbleSamples.reply)
        #expect(message.choices["reply"] == nil)
        #expect(message.hints["x-kde-reply-placeholder-text"] == .string("Write…"))
        #expect(message.hints["x-kde-reply-submit-button-text"] == .string("Send"))
    }

    @Test func thereIsOneFieldAtMost() {
        var other = BubbleSamples.reply
        other.identifier = "comment"
        let message = message([.actions, .inlineReply], actions: [BubbleSamples.reply, other])
        #expect(message.buttons.map(\.key) == ["default", "inline-reply", "comment"])
    }

    @Test func whatNeedsThePasscodeIsNoField() {
        var secret = BubbleSamples.reply
        secret.needsAuthentication = true
        let message = message([.actions, .inlineReply], actions: [secret])
        #expect(message.reply == nil)
        #expect(message.choices["reply"] == secret)
    }

    @Test(arguments: ["default", "inline-reply"])
    func anActionMayBeCalledAsTheServersOwnKeys(identifier: String) {
        let action = ShownAction(identifier: identifier, title: "Mine")
        let message = message([.actions], actions: [action])
        #expect(message.buttons.map(\.key) == ["default", "today.\(identifier)"])
        #expect(message.choices["today.\(identifier)"] == action)
    }

    @Test func longTextsAreCut() {
        let message = message([.body]) {
            $0.title = String(repeating: "t", count: 10_000)
            $0.body = String(repeating: "b", count: 10_000)
        }
        #expect(message.summary.count == 200)
        #expect(message.body.count == 2000)
    }
}
