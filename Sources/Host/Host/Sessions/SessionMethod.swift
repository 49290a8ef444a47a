import JSONRPC
import TodayProtocol

/// One method that processes may call, with every rule that applies before its function is called.
///
/// ``all`` is the method table. A row says, in this order: which processes may call the method, what the process must
/// be entitled to, how often it may call it, and what the method does within a transaction.
struct SessionMethod: Sendable {
    /// The processes that may call a method.
    enum Caller: Sendable {
        case appsAndWidgets
        case appsOnly
        case widgetsOnly
    }

    /// A limit on how often a process may call a method in ten seconds.
    struct RateLimit<Request>: Sendable {
        var limit: Int
        /// The message of the error for a call beyond the limit.
        var message: String
        /// Returns `true` if a request counts.
        var counts: @Sendable (Request, ProcessSession) -> Bool
    }

    var caller: Caller
    /// Decodes a request, checks it against the row, and calls the method's function.
    ///
    /// Called in the order in which the process asked. The function answers at once, or hands the request to something
    /// that keeps that order.
    var begin: @Sendable (IncomingRequest, ProcessSession) throws(RPCError) -> Void

    /// The method table.
    static let all: [String: SessionMethod] = {
        var table = SessionMethodTable()
        // Shared defaults
        table.add(
            DefaultsGetRequest.self,
            entitlement: .group { $0.group },
            transaction: .reads {
                $0.transaction
            } answer: {
                $0.reply(to: $1)
            },
            ProcessSession.get
        )
        table.add(
            DefaultsSetRequest.self,
            entitlement: .group { $0.group },
            transaction: .collects { $0.transaction },
            ProcessSession.set
        )
        table.add(
            DefaultsRemoveRequest.self,
            entitlement: .group { $0.group },
            transaction: .collects { $0.transaction },
            ProcessSession.remove
        )
        table.add(DefaultsAllRequest.self, entitlement: .group { $0.group }, ProcessSession.all)
        // Actions
        table.add(
            ActionsEnqueueRequest.self,
            entitlement: .group { $0.group },
            transaction: .collects { $0.transaction },
            ProcessSession.enqueueActions
        )
        table.add(ActionsWithdrawRequest.self, entitlement: .group { $0.group }, ProcessSession.withdrawActions)
        table.add(ActionsPendingRequest.self, entitlement: .group { $0.group }, ProcessSession.pendingActions)
        table.add(ActionsStateRequest.self, entitlement: .group { $0.group }, ProcessSession.actionState)
        table.add(
            WakeRequest.self,
            caller: .widgetsOnly,
            rateLimit: RateLimit(
                limit: 10,
                message: "wake: at most 10 in ten seconds; an enqueued action wakes the app by itself."
            ) { _, _ in true },
            transaction: .collects { $0.transaction },
            ProcessSession.wake
        )
        table.add(
            WakeScheduleRequest.self,
            caller: .appsOnly,
            entitlement: .backgroundRefresh,
            rateLimit: RateLimit(
                limit: 60,
                message: "wake/schedule: at most 60 in ten seconds; set the time when it changes."
            ) { request, _ in request.transaction == nil },
            transaction: .collects { $0.transaction },
            ProcessSession.scheduleWake
        )
        // The keychain
        table.add(
            KeychainSetRequest.self,
            entitlement: .keychain { $0.accessGroup },
            rateLimit: .keychainWrites,
            transaction: .collects { $0.transaction },
            ProcessSession.setSecret
        )
        table.add(
            KeychainDeleteRequest.self,
            entitlement: .keychain { $0.accessGroup },
            rateLimit: .keychainWrites,
            transaction: .collects { $0.transaction },
            ProcessSession.deleteSecret
        )
        table.add(
            KeychainGetRequest.self,
            entitlement: .keychain { $0.accessGroup },
            rateLimit: .keychainReads,
            ProcessSession.secret
        )
        table.add(
            KeychainListRequest.self,
            entitlement: .keychain { $0.accessGroup },
            rateLimit: .keychainReads,
            ProcessSession.secrets
        )
        // Fetching
        table.add(HTTPFetchRequest.self, entitlement: .network, ProcessSession.fetch)
        // Location
        table.add(
            LocationGetRequest.self,
            entitlement: .location,
            rateLimit: RateLimit(
                limit: 20,
                message: "location/get: at most 20 in ten seconds; a widget is updated when the location changes."
            ) { _, _ in true },
            ProcessSession.location
        )
        // The computer
        table.add(
            SystemStatusRequest.self,
            entitlement: .systemStatus,
            rateLimit: RateLimit(
                limit: 20,
                message: "system/status: at most 20 in ten seconds; it changes slowly."
            ) { _, _ in true },
            ProcessSession.systemStatus
        )
        // The screen
        table.add(OpenRequest.self, transaction: .collects { $0.transaction }, ProcessSession.open)
        table.add(UndoOfferRequest.self, transaction: .collects { $0.transaction }, ProcessSession.offerUndo)
        table.add(
            WidgetsReloadRequest.self,
            rateLimit: RateLimit(
                limit: 20,
                message:
                    "widgets/reload: at most 20 in ten seconds; a widget that wants to be asked again gives its content "
                    + "a refresh."
            ) { request, session in
                // Each one outside a transaction costs an update.
                request.transaction == nil && (try? session.widgets(request.widget)) != nil
            },
            transaction: .collects { $0.transaction },
            ProcessSession.reload
        )
        table.add(
            WidgetsSetHasContentRequest.self,
            rateLimit: RateLimit(
                limit: 20,
                message: "widgets/setHasContent: at most 20 in ten seconds; each one updates the widget."
            ) { request, session in
                // Each one of an app, outside a transaction, costs an update.
                request.hasContent && request.transaction == nil && session.rights.kind != .widget
            },
            transaction: .collects { $0.transaction },
            ProcessSession.setHasContent
        )
        table.add(
            WidgetsSetPlaceholderRequest.self,
            caller: .widgetsOnly,
            rateLimit: RateLimit(
                limit: 20,
                message: "widgets/setPlaceholder: at most 20 in ten seconds; an update needs one."
            ) { _, _ in true },
            ProcessSession.setPlaceholder
        )
        table.add(
            ScenesReloadRequest.self,
            caller: .appsOnly,
            transaction: .collects { $0.transaction },
            ProcessSession.reloadScenes
        )
        // Notifications
        table.add(
            NotificationsAddRequest.self,
            rateLimit: RateLimit(
                limit: 60,
                message: "notifications/add: at most 60 in ten seconds are delivered at once; put several into one."
            ) { request, session in
                // Each one outside a transaction that is delivered at once draws the person's attention.
                request.transaction == nil && session.isImmediate(request.request)
            },
            transaction: .collects { $0.transaction },
            ProcessSession.addNotification
        )
        table.add(NotificationsPendingRequest.self, ProcessSession.pendingNotifications)
        table.add(NotificationsDeliveredRequest.self, ProcessSession.deliveredNotifications)
        table.add(
            NotificationsRemoveRequest.self,
            transaction: .collects { $0.transaction },
            ProcessSession.removeNotifications
        )
        table.add(
            NotificationsBadgeRequest.self,
            transaction: .collects { $0.number == nil ? nil : $0.transaction },
            ProcessSession.badge
        )
        table.add(NotificationsAuthorizeRequest.self, caller: .appsOnly, transaction: .never, ProcessSession.authorize)
        table.add(NotificationsSettingsRequest.self, caller: .appsOnly, ProcessSession.notificationSettings)
        table.add(
            NotificationsCategoriesRequest.self,
            caller: .appsOnly,
            transaction: .collects { $0.transaction },
            ProcessSession.setCategories
        )
        table.add(
            NotificationsRegisteredCategoriesRequest.self,
            caller: .appsOnly,
            ProcessSession.registeredCategories
        )
        // The complication
        table.add(
            ComplicationSetRequest.self,
            caller: .appsOnly,
            rateLimit: RateLimit(
                limit: 60,
                message: "complication/set: at most 60 in ten seconds; set it when what it shows changes."
            ) { request, _ in
                // Each one outside a transaction costs a commit and is shown at once.
                request.transaction == nil
            },
            transaction: .collects { $0.transaction },
            ProcessSession.setComplication
        )
        // Messages
        table.add(MessagesListRequest.self, caller: .appsOnly, entitlement: .inbox, ProcessSession.listMessages)
        table.add(
            MessagesReadRequest.self,
            caller: .appsOnly,
            entitlement: .inbox,
            transaction: .collects { $0.transaction },
            ProcessSession.markMessages
        )
        table.add(
            MessagesDeleteRequest.self,
            caller: .appsOnly,
            entitlement: .inbox,
            transaction: .collects { $0.transaction },
            ProcessSession.deleteMessages
        )
        table.add(
            MessagesRestoreRequest.self,
            caller: .appsOnly,
            entitlement: .inbox,
            transaction: .collects { $0.transaction },
            ProcessSession.restoreMessages
        )
        table.add(
            MessagesRefreshRequest.self,
            caller: .appsOnly,
            entitlement: .inbox,
            rateLimit: RateLimit(
                limit: 20,
                message:
                    "messages/refresh: at most 20 that wait in ten seconds; the cloud announces new messages itself."
            ) { request, _ in
                // Each one that waits asks the cloud; the others are merged.
                request.wait != nil
            },
            ProcessSession.refreshMessages
        )
        table.addRecords()
        return table.methods
    }()
}

/// Builds the method table from typed rows.
struct SessionMethodTable {
    /// The behavior within a transaction of a method that changes something.
    enum ChangeRule<Request>: Sendable {
        /// It is committed at once: its request names no transaction.
        case never
        /// Its changes are collected if the request names a transaction, and committed at once if it names none.
        case collects(@Sendable (Request) -> Int?)
    }

    /// The behavior within a transaction of a method that reads something.
    struct ReadRule<Request: RPCRequest>: Sendable {
        var transaction: @Sendable (Request) -> Int?
        var answer: @Sendable (HostTransaction, Request) -> Request.Reply?

        /// Returns the rule of a method that sees the transaction's changes.
        ///
        /// - Parameters:
        ///   - transaction: Returns the transaction that the request names, if it names one.
        ///   - answer: Answers from the transaction; `nil` if the store has the answer.
        /// - Returns: The rule.
        static func reads(
            _ transaction: @escaping @Sendable (Request) -> Int?,
            answer: @escaping @Sendable (HostTransaction, Request) -> Request.Reply?
        ) -> ReadRule { ReadRule(transaction: transaction, answer: answer) }
    }

    private(set) var methods: [String: SessionMethod] = [:]

    /// Adds a method that changes something: its function returns the change, which this row's rule applies.
    mutating func add<Request: RPCRequest>(
        _ type: Request.Type,
        caller: SessionMethod.Caller = .appsAndWidgets,
        entitlement: SessionMethod.Entitlement<Request> = .none,
        rateLimit: SessionMethod.RateLimit<Request>? = nil,
        transaction: ChangeRule<Request>,
        _ change: @escaping @Sendable (Request, ProcessSession) throws(RPCError) -> SessionChange<Request.Reply>
    ) {
        addRow(type, caller, entitlement, rateLimit) { (request, incoming, session) throws(RPCError) in
            let number: Int? =
                switch transaction {
                case .never: nil
                case .collects(let number): number(request)
                }
            try session.apply(try change(request, session), number, incoming)
        }
    }

    /// Adds a method that reads or does something, and answers by itself.
    mutating func add<Request: RPCRequest>(
        _ type: Request.Type,
        caller: SessionMethod.Caller = .appsAndWidgets,
        entitlement: SessionMethod.Entitlement<Request> = .none,
        rateLimit: SessionMethod.RateLimit<Request>? = nil,
        transaction: ReadRule<Request>? = nil,
        _ begin: @escaping @Sendable (Request, IncomingRequest, ProcessSession) throws(RPCError) -> Void
    ) {
        addRow(type, caller, entitlement, rateLimit) { (request, incoming, session) throws(RPCError) in
            if let transaction, let number = transaction.transaction(request) {
                let reply = try session.inTransaction(number) { (open) throws(RPCError) in
                    transaction.answer(open, request)
                }
                if let reply { return incoming.reply(reply) }
            }
            try begin(request, incoming, session)
        }
    }

    private mutating func addRow<Request: RPCRequest>(
        _ type: Request.Type,
        _ caller: SessionMethod.Caller,
        _ entitlement: SessionMethod.Entitlement<Request>,
        _ rateLimit: SessionMethod.RateLimit<Request>?,
        _ begin: @escaping @Sendable (Request, IncomingRequest, ProcessSession) throws(RPCError) -> Void
    ) {
        methods[Request.method] = SessionMethod(caller: caller) { (incoming, session) throws(RPCError) in
            let request = try incoming.decode(type)
            do throws(RPCError) { try entitlement.check(request, session) } catch {
                session.auditDenial(of: Request.method, error)
                throw error
            }
            if let rateLimit, rateLimit.counts(request, session) {
                switch session.admit(Request.method, limit: rateLimit.limit) {
                case .admitted: break
                case .tooManyOfProcess: throw RPCError(.limitExceeded, rateLimit.message)
                case .tooManyOfApp(let limit):
                    throw RPCError(
                        .limitExceeded,
                        "All processes of an app together call \(Request.method) at most \(limit) times in ten seconds."
                    )
                }
            }
            try begin(request, incoming, session)
        }
    }
}
