import JSONRPC
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
    /// Shared defaults, actions and the keychain.
    fileprivate mutating func addData() {
        add(DefaultsGetRequest.self, needs: .group(\.group), ProcessSession.get)
        add(DefaultsSetRequest.self, needs: .group(\.group), transaction: \.transaction, ProcessSession.set)
        add(DefaultsRemoveRequest.self, needs: .group(\.group), transaction: \.transaction, ProcessSession.remove)
        add(DefaultsAllRequest.self, needs: .group(\.group), ProcessSession.all)
        add(
            ActionsEnqueueRequest.self,
            needs: .group(\.group),
            transaction: \.transaction,
            ProcessSession.enqueueActions
        )
        add(ActionsWithdrawRequest.self, needs: .group(\.group), ProcessSession.withdrawActions)
        add(ActionsPendingRequest.self, needs: .group(\.group), ProcessSession.pendingActions)
        add(ActionsStateRequest.self, needs: .group(\.group), ProcessSession.actionState)
        add(
            WakeRequest.self,
            caller: .widgetsOnly,
            rateLimit: .calls(10, "in ten seconds; an enqueued action wakes the app by itself."),
            transaction: \.transaction,
            ProcessSession.wake
        )
        add(
            WakeScheduleRequest.self,
            caller: .appsOnly,
            needs: .backgroundRefresh,
            rateLimit: .calls(60, "in ten seconds; set the time when it changes.") { request, _ in
                request.transaction == nil
            },
            transaction: \.transaction,
            ProcessSession.scheduleWake
        )
        add(
            KeychainSetRequest.self,
            needs: .keychain(\.accessGroup),
            rateLimit: .keychainWrites,
            transaction: \.transaction,
            ProcessSession.setSecret
        )
        add(
            KeychainDeleteRequest.self,
            needs: .keychain(\.accessGroup),
            rateLimit: .keychainWrites,
            transaction: \.transaction,
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

    /// Fetching, the location and the computer.
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

    /// The screen and the complication.
    fileprivate mutating func addScreen() {
        add(OpenRequest.self, transaction: \.transaction, ProcessSession.open)
        add(UndoOfferRequest.self, transaction: \.transaction, ProcessSession.offerUndo)
        add(
            WidgetsReloadRequest.self,
            rateLimit: .calls(
                20,
                "in ten seconds; a widget that wants to be asked again gives its content a refresh."
            ) { request, session in
                // Each one outside a transaction costs an update.
                request.transaction == nil && (try? session.widgets(request.widget)) != nil
            },
            transaction: \.transaction,
            ProcessSession.reload
        )
        add(
            WidgetsSetHasContentRequest.self,
            rateLimit: .calls(20, "in ten seconds; each one updates the widget.") { request, session in
                // Each one of an app, outside a transaction, costs an update.
                request.hasContent && request.transaction == nil && session.rights.kind != .widget
            },
            transaction: \.transaction,
            ProcessSession.setHasContent
        )
        add(
            WidgetsSetPlaceholderRequest.self,
            caller: .widgetsOnly,
            rateLimit: .calls(20, "in ten seconds; an update needs one."),
            ProcessSession.setPlaceholder
        )
        add(ScenesReloadRequest.self, caller: .appsOnly, transaction: \.transaction, ProcessSession.reloadScenes)
        add(
            ComplicationSetRequest.self,
            caller: .appsOnly,
            rateLimit: .calls(60, "in ten seconds; set it when what it shows changes.") { request, _ in
                // Each one outside a transaction costs a commit and is shown at once.
                request.transaction == nil
            },
            transaction: \.transaction,
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
            transaction: \.transaction,
            ProcessSession.addNotification
        )
        add(NotificationsPendingRequest.self, ProcessSession.pendingNotifications)
        add(NotificationsDeliveredRequest.self, ProcessSession.deliveredNotifications)
        add(NotificationsRemoveRequest.self, transaction: \.transaction, ProcessSession.removeNotifications)
        add(
            NotificationsBadgeRequest.self,
            transaction: { $0.number == nil ? nil : $0.transaction },
            ProcessSession.badge
        )
        add(NotificationsAuthorizeRequest.self, caller: .appsOnly, transaction: { _ in nil }, ProcessSession.authorize)
        add(NotificationsSettingsRequest.self, caller: .appsOnly, ProcessSession.notificationSettings)
        add(
            NotificationsCategoriesRequest.self,
            caller: .appsOnly,
            transaction: \.transaction,
            ProcessSession.setCategories
        )
        add(NotificationsRegisteredCategoriesRequest.self, caller: .appsOnly, ProcessSession.registeredCategories)
    }

    /// Messages of the app's inbox.
    fileprivate mutating func addMessages() {
        add(MessagesListRequest.self, caller: .appsOnly, needs: .inbox, ProcessSession.listMessages)
        add(
            MessagesReadRequest.self,
            caller: .appsOnly,
            needs: .inbox,
            transaction: \.transaction,
            ProcessSession.markMessages
        )
        add(
            MessagesDeleteRequest.self,
            caller: .appsOnly,
            needs: .inbox,
            transaction: \.transaction,
            ProcessSession.deleteMessages
        )
        add(
            MessagesRestoreRequest.self,
            caller: .appsOnly,
            needs: .inbox,
            transaction: \.transaction,
            ProcessSession.restoreMessages
        )
        add(
            MessagesRefreshRequest.self,
            caller: .appsOnly,
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
        add(
            RecordsSaveRequest.self,
            needs: .container(\.container),
            transaction: \.transaction,
            ProcessSession.saveRecords
        )
        add(RecordsFetchRequest.self, needs: .container(\.container), ProcessSession.fetchRecords)
        add(
            RecordsDeleteRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            transaction: \.transaction,
            ProcessSession.deleteRecords
        )
        add(RecordsQueryRequest.self, caller: .appsOnly, needs: .container(\.container), ProcessSession.queryRecords)
        add(RecordsChangesRequest.self, caller: .appsOnly, needs: .container(\.container), ProcessSession.recordChanges)
        add(
            RecordsAcceptChangesRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            transaction: \.transaction,
            ProcessSession.acceptRecordChanges
        )
        add(
            RecordsSubscribeRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            transaction: \.transaction,
            ProcessSession.subscribeToRecords
        )
        add(
            RecordsUnsubscribeRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            transaction: \.transaction,
            ProcessSession.unsubscribeFromRecords
        )
        add(
            RecordsSubscriptionsRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            ProcessSession.recordSubscriptions
        )
        add(RecordsZonesRequest.self, caller: .appsOnly, needs: .container(\.container), ProcessSession.recordZones)
        add(
            RecordsSaveZoneRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            ProcessSession.saveRecordZone
        )
        add(
            RecordsDeleteZoneRequest.self,
            caller: .appsOnly,
            needs: .container(\.container),
            ProcessSession.deleteRecordZone
        )
    }
}
