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

    /// Whether it may be requested with GET.
    var mayBeGet: Bool { [.listZones, .listSubscriptions, .currentUser].contains(self) }

    /// Whether its path may leave out the database.
    var concernsNoDatabase: Bool { [.createToken, .registerToken].contains(self) }

    /// Whether the first request of a device that names a container begins the container.
    var beginsContainer: Bool {
        [.modifyRecords, .modifyZones, .modifySubscriptions, .currentUser].contains(self)
    }
}
