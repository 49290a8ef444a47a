import TodayProtocol

extension SessionMethod {
    static let all: [String: SessionMethod] = {
        var table = SessionMethodTable()
        table.addData()
        table.addComputer()
        table.addScreen()
        table.addNotifications()
        table.addMessages()
        table.addRecords()
        return table.methods
    }()
}

extension SessionMethodTable {
    fileprivate mutating func addData() {
        add(DefaultsGetRequest.self, needs: .group(\.group), ProcessSession.get)
        add(DefaultsSetRequest.self, needs: .group(\.group), in: \.transaction, ProcessSession.set)
        add(DefaultsRemoveRequest.self, needs: .group(\.group), in: \.transaction, ProcessSession.remove)
        add(DefaultsAllRequest.self, needs: .group(\.group), ProcessSession.all)
        add(ActionsEnqueueRequest.self, needs: .group(\.group), in: \.transaction, ProcessSession.enqueueActions)
        add(ActionsWithdrawRequest.self, needs: .group(\.group), ProcessSession.withdrawActions)
        add(ActionsPendingRequest.self, needs: .group(\.group), ProcessSession.pendingActions)
        add(ActionsStateRequest.self, needs: .group(\.group), ProcessSession.actionState)
        add(
            WakeRequest.self,
            for: .widgets,
            rateLimit: .calls(10, "in ten seconds; an enqueued action wakes the app by itself."),
            in: \.transaction,
            ProcessSession.wake
        )
        add(
            WakeScheduleRequest.self,
            for: .apps,
            needs: .backgroundRefresh,
            rateLimit: .calls(60, "in ten seconds; set the time when it changes.") { request, _ in
                request.transaction == nil
            },
            in: \.transaction,
            ProcessSession.scheduleWake
        )
        add(
            KeychainSetRequest.self,
            needs: .keychain(\.accessGroup),
            rateLimit: .keychainWrites,
            in: \.transaction,
            ProcessSession.setSecret
        )
        add(
            KeychainDeleteRequest.self,
            needs: .keychain(\.accessGroup),
            rateLimit: .keychainWrites,
            in: \.transaction,
            ProcessSession.deleteSecret
        )
        add(KeychainGetRequest.self, needs: .keychain(\.accessGroup), rateLimit: .keychainReads, ProcessSession.secret)
        add(
            KeychainListRequest.self,
            needs: .keychain(\.accessGroup),
            rateLimit: .keychainReads,
            ProcessSession.secrets
        )
    }

    fileprivate mutating func addComputer() {
        add(HTTPFetchRequest.self, needs: .network, ProcessSession.fetch)
        add(
            LocationGetRequest.self,
            needs: .location,
            rateLimit: .calls(20, "in ten seconds; a widget is updated when the location changes."),
            ProcessSession.location
        )
        add(
            SystemStatusRequest.self,
            needs: .systemStatus,
            rateLimit: .calls(20, "in ten seconds; it changes slowly."),
            ProcessSession.systemStatus
        )
    }

    fileprivate mutating func addScreen() {
        add(OpenRequest.self, in: \.transaction, ProcessSession.open)
        add(UndoOfferRequest.self, in: \.transaction, ProcessSession.offerUndo)
        add(
            WidgetsReloadRequest.self,
            rateLimit: .calls(
                20,
                "in ten seconds; a widget that wants to be asked again gives its content a refresh."
            ) { request, session in
                // Each one outside a transaction costs an update.
                request.transaction == nil && (try? session.widgets(request.widget)) != nil
            },
            in: \.transaction,
            ProcessSession.reload
        )
        add(
            WidgetsSetHasContentRequest.self,
            rateLimit: .calls(20, "in ten seconds; each one updates the widget.") { request, session in
                // Each one of an app, outside a transaction, costs an update.
                request.hasContent && request.transaction == nil && session.rights.kind != .widget
            },
            in: \.transaction,
            ProcessSession.setHasContent
        )
        add(
            WidgetsSetPlaceholderRequest.self,
            for: .widgets,
            rateLimit: .calls(20, "in ten seconds; an update needs one."),
            ProcessSession.setPlaceholder
        )
        add(ScenesReloadRequest.self, for: .apps, in: \.transaction, ProcessSession.reloadScenes)
        add(
            ComplicationSetRequest.self,
            for: .apps,
            rateLimit: .calls(60, "in ten seconds; set it when what it shows changes.") { request, _ in
                // Each one outside a transaction costs a commit and is shown at once.
                request.transaction == nil
            },
            in: \.transaction,
            ProcessSession.setComplication
        )
    }

    fileprivate mutating func addNotifications() {
        add(
            NotificationsAddRequest.self,
            // Each one outside a transaction that is delivered at once draws the person's attention.
            rateLimit: .calls(60, "in ten seconds are delivered at once; put several into one.") {
                $0.transaction == nil && $1.isImmediate($0.request)
            },
            in: \.transaction,
            ProcessSession.addNotification
        )
        add(NotificationsPendingRequest.self, ProcessSession.pendingNotifications)
        add(NotificationsDeliveredRequest.self, ProcessSession.deliveredNotifications)
        add(NotificationsRemoveRequest.self, in: \.transaction, ProcessSession.removeNotifications)
        add(NotificationsBadgeRequest.self, in: { $0.number == nil ? nil : $0.transaction }, ProcessSession.badge)
        add(NotificationsAuthorizeRequest.self, for: .apps, in: { _ in nil }, ProcessSession.authorize)
        add(NotificationsSettingsRequest.self, for: .apps, ProcessSession.notificationSettings)
        add(NotificationsCategoriesRequest.self, for: .apps, in: \.transaction, ProcessSession.setCategories)
        add(NotificationsRegisteredCategoriesRequest.self, for: .apps, ProcessSession.registeredCategories)
    }

    fileprivate mutating func addMessages() {
        add(MessagesListRequest.self, for: .apps, needs: .inbox, ProcessSession.listMessages)
        add(MessagesReadRequest.self, for: .apps, needs: .inbox, in: \.transaction, ProcessSession.markMessages)
        add(MessagesDeleteRequest.self, for: .apps, needs: .inbox, in: \.transaction, ProcessSession.deleteMessages)
        add(MessagesRestoreRequest.self, for: .apps, needs: .inbox, in: \.transaction, ProcessSession.restoreMessages)
        add(
            MessagesRefreshRequest.self,
            for: .apps,
            needs: .inbox,
            rateLimit: .calls(
                20,
                "that wait in ten seconds; the cloud announces new messages itself.",
                // Each one that waits asks the cloud; the others are merged.
                counts: { request, _ in request.wait != nil }
            ),
            ProcessSession.refreshMessages
        )
    }

    /// Records; a widget may save and fetch.
    fileprivate mutating func addRecords() {
        add(RecordsSaveRequest.self, needs: .container(\.container), in: \.transaction, ProcessSession.saveRecords)
        add(RecordsFetchRequest.self, needs: .container(\.container), ProcessSession.fetchRecords)
        add(
            RecordsDeleteRequest.self,
            for: .apps,
            needs: .container(\.container),
            in: \.transaction,
            ProcessSession.deleteRecords
        )
        add(RecordsQueryRequest.self, for: .apps, needs: .container(\.container), ProcessSession.queryRecords)
        add(RecordsChangesRequest.self, for: .apps, needs: .container(\.container), ProcessSession.recordChanges)
        add(
            RecordsAcceptChangesRequest.self,
            for: .apps,
            needs: .container(\.container),
            in: \.transaction,
            ProcessSession.acceptRecordChanges
        )
        add(
            RecordsSubscribeRequest.self,
            for: .apps,
            needs: .container(\.container),
            in: \.transaction,
            ProcessSession.subscribeToRecords
        )
        add(
            RecordsUnsubscribeRequest.self,
            for: .apps,
            needs: .container(\.container),
            in: \.transaction,
            ProcessSession.unsubscribeFromRecords
        )
        add(
            RecordsSubscriptionsRequest.self,
            for: .apps,
            needs: .container(\.container),
            ProcessSession.recordSubscriptions
        )
        add(RecordsZonesRequest.self, for: .apps, needs: .container(\.container), ProcessSession.recordZones)
        add(RecordsSaveZoneRequest.self, for: .apps, needs: .container(\.container), ProcessSession.saveRecordZone)
        add(RecordsDeleteZoneRequest.self, for: .apps, needs: .container(\.container), ProcessSession.deleteRecordZone)
    }
}
