import TodayProtocol

extension SessionMethodTable {
    /// Adds the rows of `records/*`; a widget may save and fetch.
    mutating func addRecords() {
        add(
            RecordsSaveRequest.self,
            entitlement: .container { $0.container },
            transaction: .collects { $0.transaction },
            ProcessSession.saveRecords
        )
        add(RecordsFetchRequest.self, entitlement: .container { $0.container }, ProcessSession.fetchRecords)
        add(
            RecordsDeleteRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            transaction: .collects { $0.transaction },
            ProcessSession.deleteRecords
        )
        add(
            RecordsQueryRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.queryRecords
        )
        add(
            RecordsChangesRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.recordChanges
        )
        add(
            RecordsAcceptChangesRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            transaction: .collects { $0.transaction },
            ProcessSession.acceptRecordChanges
        )
        add(
            RecordsSubscribeRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            transaction: .collects { $0.transaction },
            ProcessSession.subscribeToRecords
        )
        add(
            RecordsUnsubscribeRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            transaction: .collects { $0.transaction },
            ProcessSession.unsubscribeFromRecords
        )
        add(
            RecordsSubscriptionsRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.recordSubscriptions
        )
        add(
            RecordsZonesRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.recordZones
        )
        add(
            RecordsSaveZoneRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.saveRecordZone
        )
        add(
            RecordsDeleteZoneRequest.self,
            caller: .appsOnly,
            entitlement: .container { $0.container },
            ProcessSession.deleteRecordZone
        )
    }
}

/// The sentence for a container that a process may not use.
enum ContainerAccessMessage {
    static func missing(_ container: String, _ process: String) -> String {
        let name = String(container.prefix(255).filter { !$0.isNewline })
        return "\(process) may not use the record container \"\(name)\": name it under "
            + "com.apple.developer.icloud-container-identifiers in its Entitlements.plist, and install the app again."
    }
}
