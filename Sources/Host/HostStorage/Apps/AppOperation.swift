import GRDB
import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

/// Installs or removes an app.
///
/// The first app that claims a name owns it. When the owner is removed, the app with the oldest consent becomes the
/// owner. Without such an app the name becomes free, unless its data is kept (always for containers, because the
/// records are in the cloud; otherwise if the person wants that): the removed app then stays the owner, so that another
/// app still needs the person's consent.
package enum AppOperation: Hashable, Sendable {
    /// Installs an app, or replaces its installed version.
    ///
    /// New ones of its widgets are added at the bottom of the screen, in order, or at the place that `order` gives them,
    /// which names widgets of several apps, as long as the person has not moved those that it names. It loses the names
    /// that only its previous version claimed. The person has consented to its claims on names of other apps in
    /// `consents`. Those of its rights that are revoked stay revoked. `inherits` is the signer of a removed app with the
    /// same identifier whose kept data the person gives to this app.
    ///
    /// Refused with code `claimed` if it claims a name of another app without the person's present or earlier consent,
    /// or if the installed version is signed and this one has another signer or none.
    case install(
        InstalledApp,
        widgets: [WidgetID],
        order: [WidgetID] = [],
        claims: Set<Claim>,
        consents: Set<Claim> = [],
        rights: Set<String> = [],
        inherits: String? = nil
    )
    /// Removes an app with its widgets, allowed hosts, consents, notifications and complication.
    ///
    /// With `keepsData` the shared defaults of its groups and its secrets are kept; otherwise those of groups that no
    /// other app uses are deleted. Refused with code `notFound` if the app is not installed.
    case uninstall(AppID, keepsData: Bool)
}

extension TransactionContext {
    func apply(_ operation: AppOperation) throws -> OperationOutcome {
        switch operation {
        case .install(let app, let widgets, let order, let claims, let consents, let rights, let inherits):
            let isUpdate = try reader.app(app.id) != nil
            try updateSigner(of: app, inheriting: inherits)
            try install(app)
            try updateClaims(claims, consents: consents, of: app)
            try updateWidgets(widgets, of: app.id, in: order)
            // Revoked rights that the app no longer requests count as new if it requests them again.
            for right in try reader.revokedRights(of: app.id).subtracting(rights) {
                _ = try apply(RightOperation.restore(right, app: app.id))
            }
            let names = rights.sorted().joined(separator: ", ")
            try audit(
                AuditEvent(
                    isUpdate ? .appUpdated : .appInstalled,
                    app: app.id,
                    "Version \(app.version)" + (app.signer.map { ", signed by \($0)" } ?? "")
                        + (names.isEmpty ? "" : ", with the rights \(names)")
                )
            )
            return record(.app(app.id))
        case .uninstall(let app, let keepsData): return try uninstall(app, keepsData: keepsData)
        }
    }

    private func install(_ app: InstalledApp) throws {
        try run(
            """
            INSERT INTO app (id, name, version, path, manifest, installed, source)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, path = excluded.path,
                manifest = excluded.manifest, installed = excluded.installed, source = excluded.source
            """,
            [app.id, app.name, app.version, app.path, app.manifest.jsonText, app.installed, app.source]
        )
    }

    private func uninstall(_ app: AppID, keepsData: Bool) throws -> OperationOutcome {
        try requireInstalled(app)
        try audit(AuditEvent(.appRemoved, app: app, keepsData ? "Its data was kept" : ""))
        let hadWidgets = try !reader.screenWidgets(of: app).isEmpty
        let names = try releaseClaims(allOf: app, keepsData: keepsData)
        for claim in names where claim.kind == .keychainGroup {
            _ = try apply(KeychainOperation.deleteAll(accessGroup: claim.name))
        }
        let freed = names.filter { $0.kind == .group }.map { GroupID($0.name) }
        for group in freed { _ = try apply(DefaultsOperation.removeAll(group: group)) }
        // The signer of an app that still owns names with kept data stays.
        try run("DELETE FROM appSigner WHERE appID = ?1 AND NOT EXISTS (SELECT 1 FROM claim WHERE appID = ?1)", [app])
        // Foreign keys delete the app's consents, allowed hosts, revoked rights and widgets with its row.
        try run("DELETE FROM app WHERE id = ?", [app])
        if hadWidgets { record(.screen) }
        try forgetNotifications(app)
        _ = try apply(ComplicationOperation.remove(app))
        // Its queued changes of records were acknowledged and are still sent; its subscriptions stay in the cloud, because
        // the person's other devices may use them.
        try run("DELETE FROM recordToken WHERE appID = ?", [app])
        try run("DELETE FROM recordSubscription WHERE appID = ?", [app])
        try run("DELETE FROM recordFailure WHERE appID = ?", [app], recording: .recordFailures(app))
        // The counts that have become zero are no longer needed.
        try run("DELETE FROM storedBytes WHERE bytes = 0")
        record(.app(app))
        return .removed(groups: freed)
    }
}

extension DurableReader {
    ///
    /// The signer of a removed app is known for as long as data of the app is kept; one that is not signed has none.
    package func signer(of app: AppID) throws -> String? {
        try first("SELECT signer FROM appSigner WHERE appID = ?", [app]).map { $0[0] }
    }
}

/// The table of the signers of apps, with a row for each app with a signed bundle.
///
/// It does not reference `app`: the signer of a removed app protects its kept data from a bundle of another signer.
enum AppSignerTable {
    static let schema = "CREATE TABLE appSigner (appID TEXT NOT NULL PRIMARY KEY, signer TEXT NOT NULL) STRICT;"
}

extension TransactionContext {
    /// Stores the signer of an app during its installation; refused with code `claimed` if the installed version has
    /// another one, or if the person has not agreed that this app inherits data of an app with another signer.
    func updateSigner(of app: InstalledApp, inheriting inherited: String?) throws {
        if let former = try reader.signer(of: app.id), former != app.signer {
            guard try reader.app(app.id) == nil, inherited == former else {
                throw StoreError(.claimed, "\(app.id) is signed by \(former), and only that signer may replace it.")
            }
        }
        if let signer = app.signer {
            try run(
                "INSERT INTO appSigner (appID, signer) VALUES (?, ?) ON CONFLICT (appID) DO UPDATE SET signer = excluded.signer",
                [app.id, signer]
            )
        } else {
            try run("DELETE FROM appSigner WHERE appID = ?", [app.id])
        }
    }
}
