import Foundation
import HostModel
import HostStorage
import Notifications
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct ChosenActionTests {
    private func notification(_ actions: [ShownAction]) -> ShownNotification {
        ShownNotification(
            id: DeliveredID(rawValue: 12),
            app: AppID("a"),
            appTitle: "A",
            title: "T",
            date: Date(timeIntervalSince1970: 0),
            actions: actions,
            revision: Revision(1)
        )
    }

    private let all = [
        ShownAction(identifier: "plain", title: "Plain"),
        ShownAction(identifier: "locked", title: "Locked", needsAuthentication: true),
        ShownAction(identifier: "say", title: "Say", textInput: .init(placeholder: nil, buttonTitle: "Say")),
    ]

    @Test(
        arguments: [
            ("plain", nil, .answer(identifier: "plain", needsPasscode: false)),
            ("locked", nil, .answer(identifier: "locked", needsPasscode: true)),
            ("say", "hi", .answer(identifier: "say", needsPasscode: false)),
            ("open", nil, .answer(identifier: "today.default", needsPasscode: false)),
            ("today.default", nil, .answer(identifier: "today.default", needsPasscode: false)),
            ("dismiss", nil, .dismiss), ("today.dismiss", nil, .dismiss),
        ] as [(String, String?, ChosenAction)]
    )
    func wordsMeanWhatTheNotificationOffers(word: String, text: String?, choice: ChosenAction) throws {
        #expect(try ChosenAction(word, text: text, of: notification(all)) == choice)
    }

    @Test func aQuestionWhoseAskerHasGoneCanBeDismissedAndItsAddressOpened() throws {
        var question = notification([])
        question.isAbandoned = true
        for word in ["plain", "open"] {
            let error = #expect(throws: CommandError.self) { try ChosenAction(word, text: nil, of: question) }
            #expect(error?.status == .unanswered)
        }
        #expect(try ChosenAction("dismiss", text: nil, of: question) == .dismiss)
        question.deepLink = "https://example.org/"
        let opening = ChosenAction.answer(identifier: "today.default", needsPasscode: false)
        #expect(try ChosenAction("open", text: nil, of: question) == opening)
    }

    @Test func actionsOfTheNotificationComeFirst() throws {
        let own = [ShownAction(identifier: "open", title: "Open", needsAuthentication: true)]

        let choice = try ChosenAction("open", text: nil, of: notification(own))

        #expect(choice == .answer(identifier: "open", needsPasscode: true))
    }

    @Test(
        arguments: [
            ("Plain", nil, "plain, locked, say, open, dismiss"), ("", nil, "open"), ("say", nil, "--text"),
            ("plain", "hi", "leave out --text"), ("dismiss", "hi", "leave out --text"),
        ] as [(String, String?, String)]
    )
    func whatIsNotOfferedIsRefusedWithWhatIs(word: String, text: String?, sentence: String) {
        let error = #expect(throws: CommandError.self) { try ChosenAction(word, text: text, of: notification(all)) }

        #expect(error?.status == .failure)
        #expect(error?.message.contains(sentence) == true)
    }
}
