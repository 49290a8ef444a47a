import HostModel
import HostStorage
import Testing
import TodayProtocol

@Suite struct NotificationSettingsTests {
    private func settings(_ store: DurableStore, of app: AppID = "com.a") async throws -> AppNotificationSettings {
        try await store.read { try $0.notificationSettings(of: app) }
    }

    @Test func anAppThatNeverAskedIsNotDetermined() async throws {
        try await withPromises { store async throws in
            let settings = try await settings(store)
            #expect(
                settings
                    == AppNotificationSettings(app: "com.a", authorization: .notDetermined, wanted: [], allowed: [])
            )
            #expect(settings.inForce == .notDetermined)
            #expect(try await store.read { try $0.notificationSettings() } == [])
            #expect(try await store.commit(.authorization(.want("com.a", []))).outcomes == [.unchanged])
            #expect(try await store.read { try $0.notificationSettings() } == [])
        }
    }

    @Test func askingForTheSameChangesNothing() async throws {
        try await withPromises { store async throws in
            let changes = try await store.changes {
                for options in [[.alert], [.alert], [.alert, .badge], [.badge]]
                    as [Set<NotificationAuthorizationOption>]
                {
                    try await store.commit(.authorization(.want("com.a", options)))
                }
            }
            #expect(changes == [[.authorization("com.a")], [.authorization("com.a")]])
            #expect(try await settings(store).wanted == [.alert, .badge])
            #expect(try await settings(store).unanswered == [.alert, .badge])
        }
    }

    @Test func aDecisionAnswersWhatWasAskedAndOnlyThat() async throws {
        try await withPromises { store async throws in
            try await store.commit(.authorization(.want("com.a", [.alert, .badge])))
            let changes = try await store.changes {
                for _ in 0..<2 {
                    try await store.commit(.authorization(.decide("com.a", .authorized, allowed: [.alert])))
                }
            }
            #expect(changes == [[.authorization("com.a")]])
            var settings = try await settings(store)
            #expect(settings.inForce == NotificationSettings(authorization: .authorized, allowed: [.alert]))
            #expect(settings.unanswered == [])
            // The badge was declined; sound is a new question.
            try await store.commit(.authorization(.want("com.a", [.alert, .badge, .sound])))
            settings = try await self.settings(store)
            #expect(settings.unanswered == [.sound])
            #expect(settings.inForce.allowed == [.alert])
            try await store.commit(.authorization(.decide("com.a", .denied, allowed: [.alert])))
            settings = try await self.settings(store)
            #expect(settings.unanswered == [])
            #expect(settings.inForce == NotificationSettings(authorization: .denied, allowed: []))
            // The person starts over: everything is to be asked again.
            try await store.commit(.authorization(.decide("com.a", .notDetermined, allowed: [])))
            #expect(try await self.settings(store).unanswered == [.alert, .badge, .sound])
        }
    }

    @Test func anAnswerAddsToWhatIsAllowed() async throws {
        try await withPromises { store async throws in
            try await store.commit(.authorization(.want("com.a", [.badge])))
            try await store.commit(.authorization(.answer("com.a", isAllowed: true, [.badge])))
            #expect(try await settings(store).inForce.allowed == [.badge])
            try await store.commit(.authorization(.want("com.a", [.alert, .sound, .badge])))
            try await store.commit(.authorization(.answer("com.a", isAllowed: true, [.alert, .sound])))
            var settings = try await settings(store)
            #expect(settings.inForce.allowed == [.alert, .sound, .badge])
            #expect(settings.unanswered == [])
            // What the person switches off stays off, whatever is asked and answered afterwards.
            try await store.commit(.authorization(.decide("com.a", .authorized, allowed: [.alert])))
            try await store.commit(.authorization(.want("com.a", [.alert, .sound, .badge])))
            let answer = AuthorizationOperation.answer("com.a", isAllowed: true, [.alert, .sound, .badge])
            #expect(try await store.commit(.authorization(answer)).outcomes == [.unchanged])
            settings = try await self.settings(store)
            #expect(settings.inForce.allowed == [.alert])
        }
    }

    @Test func aRefusalLeavesWhatIsAllowed() async throws {
        try await withPromises { store async throws in
            try await store.commit(.authorization(.want("com.a", [.badge])))
            try await store.commit(.authorization(.answer("com.a", isAllowed: true, [.badge])))
            try await store.commit(.authorization(.want("com.a", [.alert])))
            try await store.commit(.authorization(.answer("com.a", isAllowed: false, [.alert])))
            let kept = NotificationSettings(authorization: .authorized, allowed: [.badge])
            #expect(try await settings(store).inForce == kept)
            #expect(try await settings(store).unanswered == [])
            // An app that has nothing is denied, and a late consent of another page changes nothing.
            try await store.commit(.authorization(.want("com.b", [.alert])))
            for isAllowed in [false, true] {
                try await store.commit(.authorization(.answer("com.b", isAllowed: isAllowed, [.alert])))
            }
            #expect(try await settings(store, of: "com.b").authorization == .denied)
            #expect(try await settings(store, of: "com.b").allowed == [.alert])
            // What was requested after the question had been drawn is still to be answered.
            try await store.commit(.authorization(.want("com.c", [.alert, .sound])))
            try await store.commit(.authorization(.answer("com.c", isAllowed: true, [.alert])))
            #expect(try await settings(store, of: "com.c").unanswered == [.sound])
        }
    }

    @Test func settingsComeInTheOrderOfAskingAndSurviveARestart() async throws {
        try await withFolder { folder in
            var store = try DurableStore(path: folder + "/promises.sqlite")
            for app in ["com.c", "com.a", "com.b"] as [AppID] {
                try await store.commit(.authorization(.want(app, [.alert])))
            }
            // Who decides does not ask.
            try await store.commit(.authorization(.decide("com.c", .authorized, allowed: [.alert])))
            try await store.commit(.authorization(.want("com.a", [.sound])))
            let before = try await store.read { try $0.notificationSettings() }
            #expect(before.map(\.app) == ["com.c", "com.b", "com.a"])
            await store.close()
            store = try DurableStore(path: folder + "/promises.sqlite")
            #expect(try await store.read { try $0.notificationSettings() } == before)
            await store.close()
        }
    }

    @Test func howNotificationsAppearIsApartFromWhatIsAllowed() async throws {
        try await withFolder { folder in
            var store = try DurableStore(path: folder + "/promises.sqlite")
            try await store.commit(.authorization(.want("com.a", [.alert, .badge])))
            try await store.commit(.authorization(.decide("com.a", .authorized, allowed: [.alert, .badge])))
            #expect(try await settings(store).inForce.alertStyle == .banner)
            let changes = try await store.changes {
                for _ in 0..<2 { try await store.commit(.authorization(.present("com.a", .alert, isQuiet: nil))) }
            }
            #expect(changes == [[.authorization("com.a")]])
            #expect(try await settings(store).inForce.alertStyle == .alert)
            // Delivered quietly they do not appear, and the style is kept for later.
            try await store.commit(.authorization(.present("com.a", nil, isQuiet: true)))
            let allowed: Set<NotificationAuthorizationOption> = [.alert, .badge]
            let quiet = NotificationSettings(
                authorization: .authorized,
                allowed: allowed,
                alertStyle: NotificationAlertStyle.none
            )
            #expect(try await settings(store).inForce == quiet)
            await store.close()
            store = try DurableStore(path: folder + "/promises.sqlite")
            #expect(try await settings(store).isQuiet)
            try await store.commit(.authorization(.present("com.a", nil, isQuiet: false)))
            #expect(try await settings(store).inForce.alertStyle == .alert)
            #expect(try await settings(store).unanswered == [])
            // Without alerts nothing appears, whatever the style.
            try await store.commit(.authorization(.decide("com.a", .authorized, allowed: [.badge])))
            #expect(try await settings(store).inForce.alertStyle == .none)
            // It may be chosen before the app asks; nobody has decided then.
            try await store.commit(.authorization(.present("com.b", NotificationAlertStyle.none, isQuiet: nil)))
            #expect(try await settings(store, of: "com.b").authorization == .notDetermined)
            #expect(try await settings(store, of: "com.b").alertStyle == .none)
            await store.close()
        }
    }

    @Test func anAlertWaitsUntilItIsAnsweredOrAlertsAreNotWantedAnyMore() async throws {
        try await withPromises { store async throws in
            func alert(of apps: Set<AppID> = ["com.a", "com.b"]) async throws -> String? {
                try await store.read { try $0.newestAlert(of: apps)?.request.identifier }
            }
            try await store.show(.sample("banner"), in: .banner)
            // Nothing appears without a banner, so nothing waits.
            try await store.show(.sample("quiet"), as: [.list], in: .alert)
            #expect(try await alert() == nil)
            let first = try await store.show(.sample("first"), in: .alert)
            #expect(first.alertStyle == .alert)
            #expect(try await store.read { try $0.delivered(first.id) } == first)
            try await store.show(.sample("second"), as: [.banner], in: .alert)
            try await store.show(.sample("other", of: "com.b"), in: .alert)
            #expect(try await alert() == "other")
            #expect(try await alert(of: ["com.a"]) == "second")
            #expect(try await alert(of: []) == nil)
            #expect(try await store.read { try $0.alertCount(of: ["com.a", "com.b"]) } == 3)
            try await store.commit(.respond(to: first.id, id: "r"))
            #expect(try await store.read { try $0.alertCount(of: ["com.a", "com.b"]) } == 2)
            // What replaces it appears in its own way.
            try await store.show(.sample("second"), in: .banner)
            #expect(try await alert() == "other")
            try await store.commit(.authorization(.present("com.b", .alert, isQuiet: false)))
            #expect(try await alert() == "other")
            try await store.commit(.authorization(.present("com.b", nil, isQuiet: true)))
            #expect(try await alert() == nil)
            #expect(try await store.read { try $0.deliveredCounts() } == ["com.a": 3, "com.b": 1])
        }
    }

    @Test func aBadgeIsSetOnceAndClearedByZero() async throws {
        try await withPromises { store async throws in
            let changes = try await store.changes {
                for number in [5, 5, 999_999, 0, 0] {
                    try await store.commit(.notification(.setBadge("com.a", number)))
                }
            }
            #expect(changes == Array(repeating: [.badge("com.a")], count: 3))
            try await store.commit(.notification(.setBadge("com.a", 1)), .notification(.setBadge("com.b", 2)))
            #expect(try await store.read { try $0.badges() } == ["com.a": 1, "com.b": 2])
            #expect(try await store.read { try $0.badge(of: "com.c") } == 0)
        }
    }

    @Test(arguments: [-1, 1_000_000, .max, .min]) func whatIsNoBadgeIsRefused(number: Int) async throws {
        try await withPromises { store async throws in
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(.notification(.setBadge("com.a", number)))
            }
            #expect(error?.code == .invalid)
            #expect(error?.message.contains("com.a") == true)
        }
    }

    @Test func categoriesReplaceEarlierOnes() async throws {
        try await withPromises { store async throws in
            let done = NotificationAction(identifier: "done", title: "Done", options: [.foreground])
            let one = NotificationCategory(identifier: "z", actions: [done], minimalActions: [], options: [])
            let two = NotificationCategory(identifier: "a", actions: [], options: [.customDismissAction])
            let changes = try await store.changes {
                for categories in [[one, two], [one, two], [two], [], []] {
                    try await store.commit(.notification(.setCategories("com.a", categories)))
                    #expect(try await store.read { try $0.categories(of: "com.a") } == categories)
                }
            }
            #expect(changes == Array(repeating: [.categories("com.a")], count: 3))
            #expect(try await store.read { try $0.categories(of: "com.b") } == [])
        }
    }

    @Test func anUninstalledAppLeavesNothingAndOthersKeepTheirs() async throws {
        try await withPromises { store async throws in
            var withdrawn: [StoreChange] = []
            for app in ["com.a", "com.b"] as [AppID] {
                try await store.commit(
                    .install(app),
                    .notification(.setCategories(app, [NotificationCategory(identifier: "c", actions: [])])),
                    .notification(.setBadge(app, 3)),
                    .authorization(.want(app, [.alert]))
                )
                try await store.commit(.respond(to: store.show(.sample("r", of: app)).id, id: "\(app) r"))
                for identifier in ["1", "2"] {
                    let shown = try await store.show(.sample(identifier, of: app))
                    if app == "com.a" { withdrawn.append(.withdrawn(shown.id, app: app)) }
                }
                try await store.commit(.schedule(.sample("p", of: app)))
            }
            let changes = try await store.changes {
                try await store.commit(.app(.uninstall("com.a", keepsData: true)))
            }
            #expect(
                changes == [
                    [.schedule] + withdrawn + [
                        .categories("com.a"), .badge("com.a"), .responses("com.a"), .authorization("com.a"),
                        .app("com.a"),
                    ]
                ]
            )
            try await store.read { reader throws in
                #expect(try reader.pendingNotifications(of: nil, soonest: 9).map(\.app) == ["com.b"])
                #expect(try reader.pendingCount(of: "com.a") == 0)
                #expect(try reader.deliveredCounts() == ["com.b": 2])
                #expect(try reader.newestDelivered(limit: 9).map(\.app) == ["com.b", "com.b"])
                #expect(try reader.categories(of: "com.a") == [])
                #expect(try reader.categories(of: "com.b").count == 1)
                #expect(try reader.badges() == ["com.b": 3])
                #expect(try reader.notificationSettings().map(\.app) == ["com.b"])
                #expect(try reader.pendingResponses().map(\.app) == ["com.b"])
            }
            let again = try await store.changes {
                try await store.commit(.install("com.a"))
                try await store.commit(.app(.uninstall("com.a", keepsData: false)))
            }
            #expect(again == [[.app("com.a")], [.app("com.a")]])
        }
    }
}
