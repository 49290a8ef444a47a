import GRDB
import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

/// An app to install, with the names that it claims and the consents of the person.
package struct Installation: Hashable, Sendable {
    /// The app; it replaces an installed one with the same identifier.
    package var app: InstalledApp
    /// The app's widgets in order; new ones are added at the bottom of the screen.
    package var widgets: [WidgetID]
    /// The names that the app claims; it loses those that only its previous version claimed.
    package var claims: Set<Claim>
    /// The claims on names of other apps to which the person has consented.
    package var consents: Set<Claim>
    /// The rights that the app requests or that the person granted; those of them that are revoked stay revoked.
    package var rights: Set<String>
    /// The signer of a removed app with the same identifier whose kept data the person gives to this app.
    package var inherits: String?

    package init(
        app: InstalledApp,
        widgets: [WidgetID],
        claims: Set<Claim>,
        consents: Set<Claim> = [],
        rights: Set<String> = [],
        inherits: String? = nil
    ) {
        self.app = app
        self.widgets = widgets
        self.claims = claims
        self.consents = consents
        self.rights = rights
        self.inherits = inherits
    }
}

/// Installs or removes an app.
///
/// The first app that claims a name owns it. When the owner is removed, the app with the oldest consent becomes the
/// owner. Without such an app the name becomes free, unless its data is kept (always for containers, because the
/// records are in the cloud; otherwise if the person wants that): the removed app then stays the owner, so that another
/// app still needs the person's consent.
package enum AppOperation: Hashable, Sendable {
    /// Installs an app, or replaces its installed version.
    ///
    /// Refused with code `claimed` if it claims a name of another app without the person's present or earlier consent,
    /// or if the installed version is signed and this one has another signer or none.
    case install(Installation)
    /// Removes an app with its widgets, allowed hosts, consents, notifications and complication.
    ///
    /// With `keepsData` the shared defaults of its groups and its secrets are kept; otherwise those of groups that no
    /// other app uses are deleted. Refused with code `notFound` if the app is not installed.
    case uninstall(AppID, keepsData: Bool)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .install(let installation): try AppOperation.install(installation, in: context)
        case .uninstall(let app, let keepsData): try AppOperation.uninstall(app, keepsData: keepsData, in: context)
        }
    }

    private static func install(
        _ installation: Installation,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let app = installation.app
        let isUpdate = try context.reader.app(app.id) != nil
        try AppSignerTable.update(installation, in: context)
        try context.run(
            """
            INSERT INTO app (id, name, version, path, manifest, installed, source)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, path = excluded.path,
                manifest = excluded.manifest, installed = excluded.installed, source = excluded.source
            """,
            [
                app.id.rawValue, app.name, app.version, app.path, app.manifest.jsonText,
                app.installed.storedMilliseconds, app.source,
            ]
        )
        try ClaimTable.update(installation.claims, consents: installation.consents, of: app, in: context)
        try ScreenOperation.update(installation.widgets, of: app.id, in: context)
        try RightOperation.keep(installation.rights, of: app.id, in: context)
        let rights = installation.rights.sorted().joined(separator: ", ")
        try context.audit(
            AuditEvent(
                isUpdate ? .appUpdated : .appInstalled,
                app: app.id,
                "Version \(app.version)" + (app.signer.map { ", signed by \($0)" } ?? "")
                    + (rights.isEmpty ? "" : ", with the rights \(rights)")
            )
        )
        return context.record(.app(app.id))
    }

    private static func uninstall(
        _ app: AppID,
        keepsData: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard try context.reader.app(app) != nil else {
            throw StoreError(.notFound, "\(app) is not installed.")
        }
        try context.audit(AuditEvent(.appRemoved, app: app, keepsData ? "Its data was kept" : ""))
        let hadWidgets = try !context.reader.screenWidgets(of: app).isEmpty
        let names = try ClaimTable.release(allOf: app, keepsData: keepsData, in: context)
        for claim in names where claim.kind == .keychainGroup {
            _ = try KeychainOperation.deleteAll(accessGroup: claim.name).apply(in: context)
        }
        let freed = names.filter { $0.kind == .group }.map { GroupID($0.name) }
        for group in freed { _ = try DefaultsOperation.removeAll(group: group).apply(in: context) }
        try AppSignerTable.release(app, in: context)
        // Foreign keys delete the app's consents, allowed hosts, revoked rights and widgets with its row.
        try context.run("DELETE FROM app WHERE id = ?", [app.rawValue])
        if hadWidgets { _ = context.record(.screen) }
        try NotificationOperation.forget(app, in: context)
        _ = try ComplicationOperation.remove(app).apply(in: context)
        try RecordOperation.forget(app, in: context)
        try StoredBytes.forgetEmpty(in: context)
        _ = context.record(.app(app))
        return .removed(groups: freed)
    }
}
