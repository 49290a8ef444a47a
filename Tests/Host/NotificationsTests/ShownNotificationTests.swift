import Foundation
import HostModel
import Notifications
import Testing
import TodayProtocol

@testable import HostStorage

@Suite struct ShownNotificationTests {
    private let settings = NotificationSettings(authorization: .authorized, allowed: [.alert, .sound])

    private func record(
        _ content: NotificationContent,
        actions: [NotificationAction] = [],
        isLate: Bool = false
    ) -> DeliveredRecord {
        DeliveredRecord(
            id: DeliveredID(rawValue: 1),
            app: AppID("org.example.App"),
            request: NotificationRequest(identifier: "a", content: content),
            actions: actions,
            date: Date(timeIntervalSince1970: 200),
            due: Date(timeIntervalSince1970: 100),
            isLate: isLate,
            isListed: true,
            revision: Revision(1)
        )
    }

    private func shown(
        _ record: DeliveredRecord,
        _ category: NotificationCategory? = nil,
        _ settings: NotificationSettings? = nil
    ) -> ShownNotification {
        let strings = LocalizedStrings([
            LocalizedStrings.Table(language: "de", strings: ["done": "Erledigt", "what": "Was?"])
        ])
        return ShownNotification(
            record,
            category: category,
            appTitle: "App",
            strings: strings,
            settings: settings ?? self.settings
        )
    }

    private func action(_ name: String) -> NotificationAction {
        NotificationAction(identifier: name, title: .text(name.uppercased()))
    }

    @Test func onlyALateOneSaysWhenItWasDue() {
        let content = NotificationContent(title: "t")
        #expect(shown(record(content)).due == nil)
        #expect(shown(record(content, isLate: true)).due == Date(timeIntervalSince1970: 100))
    }

    @Test func withoutSoundsInForceItMakesNone() {
        let record = record(NotificationContent(title: "t", sound: .default))
        #expect(shown(record).sound == .default)
        let silent = NotificationSettings(authorization: .authorized, allowed: [.alert])
        #expect(shown(record, nil, silent).sound == nil)
    }

    @Test func theFirstTwoActionsAreTheMinimalOnesUnlessTheCategoryNamesThem() {
        let names = ["a", "b", "c"]
        var category = NotificationCategory(identifier: "c", actions: names.map(action))
        #expect(
            shown(record(NotificationContent(title: "t")), category).minimalActions.map(\.identifier) == ["a", "b"]
        )
        category.minimalActions = [action("z")]
        let named = shown(record(NotificationContent(title: "t")), category)
        #expect(named.minimalActions.map(\.identifier) == ["z"])
        #expect(named.actions.map(\.identifier) == names)
        category.minimalActions = []
        #expect(shown(record(NotificationContent(title: "t")), category).minimalActions.isEmpty)
    }

    @Test func actionsOfItsOwnTakeThePlaceOfTheCategorys() {
        let category = NotificationCategory(identifier: "c", actions: [action("a")])
        let record = record(NotificationContent(title: "t"), actions: [action("x"), action("y"), action("z")])
        #expect(shown(record, category).actions.map(\.title) == ["X", "Y", "Z"])
        #expect(shown(record, category).minimalActions.map(\.title) == ["X", "Y"])
        #expect(record.action("z", category: category) == action("z"))
        #expect(record.action("a", category: category) == nil)
    }

    @Test(arguments: [
        ("en-GB", "Nobody is waiting any more."), ("de", "Niemand wartet mehr darauf."),
        ("ja", "回答を待っているものはありません。"),
    ])
    func aQuestionWhoseAskerHasGoneSaysSoAndOffersNothing(language: String, sentence: String) {
        var content = NotificationContent(title: "Deploy?", body: "Version 2", sound: .default)
        content.userInfo = ["n": .integer(1)]
        content.asker = .gone
        #expect(content.userInfo?["n"] == .integer(1))
        let shown = ShownNotification(
            record(content, actions: [action("yes")]),
            category: nil,
            appTitle: "App",
            strings: HostTexts.strings(in: language),
            settings: settings
        )
        #expect(shown.body == "\(sentence)\nVersion 2")
        #expect(shown.actions.isEmpty && shown.minimalActions.isEmpty && shown.sound == nil && shown.isAbandoned)
    }

    @Test func actionsSayWhatTheyAreLikeInTheLanguage() throws {
        let action = NotificationAction(
            identifier: "a",
            title: .key("done"),
            options: [.destructive, .authenticationRequired, .foreground],
            textInput: .init(buttonTitle: .key("done"), placeholder: .key("what"))
        )
        let shown = shown(
            record(NotificationContent(title: "t")),
            NotificationCategory(identifier: "c", actions: [action])
        )
        let expected = ShownAction(
            identifier: "a",
            title: "Erledigt",
            isDestructive: true,
            needsAuthentication: true,
            isForeground: true,
            textInput: .init(placeholder: "Was?", buttonTitle: "Erledigt")
        )
        #expect(shown.actions == [expected])
    }
}
