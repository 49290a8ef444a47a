import AppLanguages
import Testing
import TodayKit

@testable import MessagesCore

/// The content and the actions of the pages.
@Suite struct PageTests {
    private func list(_ inbox: InboxPage, _ address: ListAddress = ListAddress()) -> SceneContent {
        ListPage(address: address, inbox: inbox, localization: Samples.localization).content
    }

    @Test func aRowHasAllThatTheListTells() throws {
        let message = Samples.message("m-1", title: "Dinner", icon: "https://a.example/i.png")
        let json = try Samples.text(list(InboxPage(messages: [message], unread: 1)).card)
        for part in [
            "Dinner", "Soup tonight", "https://a.example/i.png", "●", "{{TIME(2026-11-21T11:00:00Z)}}", "1 unread",
            #""url":"today-messages://message/m-1""#, "Open Dinner, unread",
        ] {
            #expect(json.contains(part), "\(part)")
        }
    }

    @Test func aLetterStandsWhereAnIconIsMissing() throws {
        let messages = [
            Samples.message("a", title: "dinner"),
            Samples.message("b", title: "*", icon: "https://a.example/i.png"), Samples.message("c", title: "*"),
        ]
        let json = try Samples.text(list(InboxPage(messages: messages)).card)
        #expect(json.contains(#""text":"D""#) && json.contains(#""text":"\\*""#))
        // Without any icon there is no room for one.
        let plain = try Samples.text(list(InboxPage(messages: [messages[0]])).card)
        #expect(!plain.contains(#""text":"D""#))
    }

    @Test(arguments: [
        (InboxFreshness.fresh, nil), (.checking, "Checking for new messages…"), (.unknown, "could not be asked"),
    ])
    func aListThatIsNotFreshSaysSo(freshness: InboxFreshness, note: String?) throws {
        let page = ListPage(
            address: ListAddress(),
            inbox: Samples.inbox(1),
            localization: Samples.localization,
            freshness: freshness
        ).content
        let json = try Samples.text(page.card)
        #expect(note.map(json.contains) ?? !(json.contains("Checking") || json.contains("could not be asked")))
        #expect(json.contains("Message m0"))
    }

    @Test(.timeLimit(.minutes(1))) func aListIsFreshOnlyAfterTheAnswerOfTheCloud() async {
        let checker = InboxChecker()
        let (answers, answer) = AsyncStream<InboxFreshness>.makeStream()
        let (redraws, redraw) = AsyncStream<Void>.makeStream()
        async let _: Void = checker.run {
            for await freshness in answers { return freshness }
            return .unknown
        } redraw: {
            redraw.yield()
        }
        var drawn = redraws.makeAsyncIterator()
        // The first page is drawn before the app is in front.
        #expect(checker.check() == .checking)
        checker.becameActive()
        #expect(checker.check() == .checking)
        answer.yield(.fresh)
        await drawn.next()
        #expect(checker.check() == .fresh)
        // The cloud was asked for this page.
        checker.becameActive()
        #expect(checker.check() == .fresh)
        // An app that comes back asks again, also if it was not told that it had gone.
        checker.enteredBackground()
        #expect(checker.check() == .checking)
        answer.yield(.fresh)
        await drawn.next()
        checker.becameActive(at: ContinuousClock.now + InboxChecker.limit * 2)
        #expect(checker.check() == .checking)
        await drawn.next()
        answer.yield(.unknown)
        await drawn.next()
        #expect(checker.check() == .unknown)
        // An answer that comes when the app has gone does not count when it is back.
        checker.becameActive()
        await drawn.next()
        checker.enteredBackground()
        checker.becameActive()
        answer.yield(.fresh)
        await drawn.next()
        #expect(checker.check() == .checking)
    }

    @Test func aReadMessageHasNoDot() throws {
        let json = try Samples.text(list(InboxPage(messages: [Samples.message("m-1", isRead: true)])).card)
        #expect(!json.contains("●") && !json.contains("unread"))
    }

    @Test(arguments: [
        (0.0, "{{TIME(2026-11-21T12:00:00Z)}}"), (86_399, "{{TIME(2026-11-20T12:00:01Z)}}"),
        (86_400, "{{DATE(2026-11-20T12:00:00Z, COMPACT)}}"), (-1, "{{DATE(2026-11-21T12:00:01Z, COMPACT)}}"),
    ])
    func datesAreShort(age: Double, text: String) throws {
        let json = try Samples.text(list(InboxPage(messages: [Samples.message("m", age: age)])).card)
        #expect(json.contains(text))
    }

    @Test(arguments: [-1, 1e12, -1e300, .infinity, .nan])
    func aDateThatNoCardCanWriteIsLeftOut(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(MessageDate(now: Samples.now).short(date) == "")
    }

    @Test func whatSendersWroteIsNoMarkup() throws {
        let message = Samples.message("m", title: "[x](http://y)", subtitle: "{{TIME(2026-11-21T08:00:00Z)}}")
        let inbox = InboxPage(messages: [message])
        let selection = ListAddress(selection: .all)
        for card in [
            list(inbox).card, MessagePage(message: message, localization: Samples.localization).content.card,
            SelectionPage(address: selection, inbox: inbox, localization: Samples.localization).content.card,
        ] {
            let json = try Samples.text(card)
            #expect(!json.contains(#""text":"[x]("#))
            #expect(!json.contains(#""text":"{{TIME(2026-11-21T08"#))
        }
    }

    @Test func anEmptyTitleHasAName() throws {
        let message = Samples.message("m", title: "")
        #expect(try Samples.text(list(InboxPage(messages: [message])).card).contains("Untitled"))
        let page = MessagePage(message: message, localization: Samples.localization).content
        #expect(try Samples.text(page.card).contains("Untitled"))
    }

    @Test func aFullPageFitsOnACard() throws {
        let long = String(repeating: "x", count: 1024)
        let messages = (0..<ListPage.length).map {
            Samples.message("m\($0)", title: long, subtitle: long, icon: "https://a.example/" + long)
        }
        let inbox = InboxPage(messages: messages, next: MessageID("m39"), unread: 40)
        let address = ListAddress(search: "x", after: MessageID("m"), selection: .all)
        for card in [
            list(inbox, address).card,
            SelectionPage(address: address, inbox: inbox, localization: Samples.localization).content.card,
        ] {
            #expect(try Card(json: card.json) == card)
        }
    }

    @Test func theListLeadsToThePageOnWhichAMessageIsWritten() throws {
        #expect(try Samples.text(list(InboxPage()).card).contains(#""url":"today://send""#))
    }

    @Test func allMessagesAreMarkedWhileSomeAreUnread() throws {
        let action = try JSONValue(encoding: MessagesAction.markAllRead).jsonText
        #expect(try Samples.text(list(Samples.inbox(2, unread: 1)).card).contains(action))
        #expect(try !Samples.text(list(Samples.inbox(2)).card).contains(action))
        #expect(try Samples.text(list(Samples.inbox(2)).card).contains("select=none"))
    }

    @Test func aSearchOffersNothingForTheWholeInbox() throws {
        let action = try JSONValue(encoding: MessagesAction.markAllRead).jsonText
        let json = try Samples.text(list(Samples.inbox(2, unread: 1), ListAddress(search: "m")).card)
        #expect(!json.contains(action) && !json.contains("1 unread"))
        // What was found can be selected and marked.
        #expect(json.contains("?search=m&select=none"))
    }

    @Test func thereIsAWayToOlderMessagesWhereThereAreSome() throws {
        let first = try Samples.text(list(Samples.inbox(3, next: "m2")).card)
        #expect(first.contains(#""url":"today-messages://?after=m2""#) && !first.contains("Newest"))
        let last = try Samples.text(list(Samples.inbox(3), ListAddress(search: "a b", after: MessageID("m2"))).card)
        #expect(!last.contains("Older Messages") && last.contains("Newest Messages"))
        // A message that is opened there keeps that part of the list beside it.
        #expect(last.contains(#""url":"today-messages://message/m0?search=a%20b&after=m2""#))
        let address = ListAddress(search: "a b", after: MessageID("m2"))
        let page = MessagePage(message: Samples.message("m0"), list: address, localization: Samples.localization)
            .content
        #expect(page.primary == "today-messages://?search=a%20b&after=m2")
        #expect(last.contains(#""url":"today-messages://?search=a%20b""#) && last.contains("Show All Messages"))
    }

    @Test func theFieldHoldsWhatIsSearchedFor() throws {
        let page = list(InboxPage(), ListAddress(search: "*soup*"))
        guard case .textInput(let field)? = page.card.body.first else { return #expect(Bool(false), "no field") }
        #expect(field.value == "*soup*" && field.common.id == "search" && page.focus == "search")
        #expect(list(InboxPage()).focus == nil)
        #expect(try Samples.text(page.card).contains("No message contains"))
        #expect(try Samples.text(list(InboxPage()).card).contains("No messages"))
    }

    @Test func messagesAreChosenAndChanged() throws {
        let page = SelectionPage(
            address: ListAddress(search: "x", selection: ListAddress.Selection.none),
            inbox: Samples.inbox(2, unread: 1),
            localization: Samples.localization
        ).content
        let json = try Samples.text(page.card)
        for action in [MessagesAction.markChosen(isRead: true), .markChosen(isRead: false), .deleteChosen] {
            #expect(json.contains(try JSONValue(encoding: action).jsonText))
        }
        #expect(page.card.inputs.map(\.id) == ["chosen"])
        #expect(json.contains("?search=x&select=all") && json.contains(#""url":"today-messages://?search=x""#))
        #expect(json.contains("**Message m0**") && !json.contains("**Message m1**"))
        // As in the list, a row says more than the title.
        #expect(json.contains(#"\n\nSoup tonight · {{TIME(2026-11-21T12:00:00Z)}}"#))
        // What can be done comes first and stays in view.
        guard case .container(let toolbar)? = page.card.body.first else { return #expect(Bool(false), "no toolbar") }
        #expect(toolbar.common.id == "toolbar")
    }

    @Test func everythingOnThePageCanBeChosenAtOnce() throws {
        let page = SelectionPage(
            address: ListAddress(selection: .all),
            inbox: Samples.inbox(2),
            localization: Samples.localization
        ).content
        #expect(try Samples.text(page.card).contains(#""value":"m0,m1""#))
    }

    @Test func whatWasChosenIsRead() throws {
        #expect(
            try SelectionPage.chosen(in: ["chosen": "a,b"], language: "en") == [MessageID("a"), MessageID("b")]
        )
        for inputs in [[:], ["chosen": ""], ["chosen": ","]] {
            let error = try #require(throws: InvalidInputs.self) {
                try SelectionPage.chosen(in: inputs, language: "en")
            }
            #expect(error.messages == ["chosen": "Choose messages first."])
        }
        let many = (0..<100).map { "m\($0)" }.joined(separator: ",")
        #expect(try SelectionPage.chosen(in: ["chosen": many], language: "en").count == ListPage.length)
    }

    @Test func theBodyIsTheHostsToDraw() throws {
        let page = MessagePage(message: Samples.message("m-1", expires: 3600), localization: Samples.localization)
            .content
        #expect(page.message == MessageID("m-1") && page.title == "Message m-1")
        let json = try Samples.text(page.card)
        for action in [MessagesAction.mark(MessageID("m-1"), isRead: true), .delete(MessageID("m-1"))] {
            #expect(json.contains(try JSONValue(encoding: action).jsonText))
        }
        #expect(json.contains("Until {{DATE(2026-11-21T13:00:00Z, SHORT)}}"))
    }

    @Test func aBodyThatHasNotArrivedIsSaid() throws {
        let page = MessagePage(message: Samples.message("m", hasBody: false), localization: Samples.localization)
            .content
        #expect(page.message == nil)
        #expect(try Samples.text(page.card).contains("has not arrived yet"))
    }

    @Test func anUnknownMessageSaysSoAndOffersTheList() throws {
        let page = MessagePage(message: nil, localization: Samples.localization).content
        #expect(page.message == nil)
        let json = try Samples.text(page.card)
        #expect(json.contains("was deleted or has expired") && json.contains(#""url":"today-messages://""#))
    }

    @Test(arguments: [true, false])
    func theSettingsShowWhatIsChosen(hides: Bool) throws {
        let page = SettingsPage(hidesWhileEmpty: hides, localization: Samples.localization).content
        guard case .container(let container) = page.card.body[0], case .toggleInput(let toggle) = container.items[1]
        else { return #expect(Bool(false), "no switch") }
        #expect(toggle.isOn == hides && toggle.common.id == "hides")
    }

    @Test(arguments: [
        ("ja-JP", "メッセージ", ["未読 1 件", "検索"]), ("de-AT", "Nachrichten", ["1 ungelesen", "Suchen"]),
    ])
    func theListIsInJapaneseAndGermanToo(language: String, title: String, words: [String]) throws {
        let inbox = InboxPage(messages: [Samples.message("m", title: "夕食", age: 86_400)], unread: 1)
        let localization = PageLocalization(language: language, now: Samples.now)
        let page = ListPage(address: ListAddress(), inbox: inbox, localization: localization).content
        #expect(page.title == title)
        #expect(page.card.lang == language)
        let json = try Samples.text(page.card)
        for word in words { #expect(json.contains(word), "\(word)") }
        // Another language gets English texts with English dates.
        #expect(Texts("fr-FR").tag == "en" && Texts("en-GB").tag == "en-GB")
    }

    @Test(arguments: ["ja-JP", "de-DE"])
    func noPageIsLeftInEnglish(language: String) throws {
        func words(_ language: String) throws -> Set<String> {
            let localization = PageLocalization(language: language, now: Samples.now)
            let empty = InboxPage(messages: [], unread: 0)
            let full = Samples.inbox(3, unread: 1, next: "m9")
            let selecting = ListAddress(selection: ListAddress.Selection.none)
            let cards = [
                ListPage(address: ListAddress(), inbox: empty, localization: localization).content.card,
                ListPage(address: ListAddress(), inbox: full, localization: localization).content.card,
                ListPage(address: ListAddress(), inbox: full, localization: localization, freshness: .checking)
                    .content.card,
                ListPage(address: ListAddress(), inbox: full, localization: localization, freshness: .unknown)
                    .content.card,
                ListPage(address: ListAddress(search: "x"), inbox: empty, localization: localization).content.card,
                SelectionPage(address: selecting, inbox: full, localization: localization).content.card,
                SettingsPage(hidesWhileEmpty: true, localization: localization).content.card,
            ]
            let json = try cards.map(Samples.text).joined()
            return Set(json.matches(of: #/"(?:text|title|label|placeholder|tooltip)":"([^"]*)"/#).map { String($0.1) })
        }
        let same = try words("en-US").intersection(words(language)).filter { $0.contains(#/[A-Za-z]{2}/#) }
        // What is not language, such as a command, and a word that is the same in German.
        let others = same.filter {
            !$0.contains("{{") && !$0.contains("Message m") && $0 != "Soup tonight" && !$0.hasPrefix("today send ")
        }
        #expect(others.isSubset(of: language == "de-DE" ? ["Widget"] : []), "\(others)")
    }
}
