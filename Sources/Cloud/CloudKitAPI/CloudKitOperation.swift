/// The operations by their paths.
enum CloudKitOperation: String {
    case modifyRecords = "records/modify"
    case lookUpRecords = "records/lookup"
    case queryRecords = "records/query"
    case recordChanges = "records/changes"
    case zoneChanges = "changes/zone"
    case databaseChanges = "changes/database"
    case changedZones = "zones/changes"
    case listZones = "zones/list"
    case lookUpZones = "zones/lookup"
    case modifyZones = "zones/modify"
    case listSubscriptions = "subscriptions/list"
    case lookUpSubscriptions = "subscriptions/lookup"
    case modifySubscriptions = "subscriptions/modify"
    case currentUser = "users/current"
    case createToken = "tokens/create"
    case registerToken = "tokens/register"

    /// `true` if it may be requested with GET.
    var mayBeGet: Bool { [.listZones, .listSubscriptions, .currentUser].contains(self) }

    /// `true` if its path may omit the database.
    var concernsNoDatabase: Bool { [.createToken, .registerToken].contains(self) }

    /// `true` if a device's first request for a container adds the container.
    var beginsContainer: Bool {
        [.modifyRecords, .modifyZones, .modifySubscriptions, .currentUser].contains(self)
    }
}
