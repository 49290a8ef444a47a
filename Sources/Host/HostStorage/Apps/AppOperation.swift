import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

/// An app to install, with what it asks for and what the person consented to.
package struct Installation: Hashable, Sendable {
    /// The app, which replaces one of the same identifier.
    package var app: InstalledApp
    /// Its widgets, in the order in which they come to the screen, below those that are there.
    package var widgets: [WidgetID]
    /// The names it claims.
    ///
    /// What an earlier version claimed and this one does not it may no longer use.
    package var claims: Set<Claim>
    /// Which of its claims the person granted although another app owns the name.
    package var consents: Set<Claim>

    /// Describes an installation.
    package init(app: InstalledApp, widgets: [WidgetID], claims: Set<Claim>, consents: Set<Claim> = []) {
        self.app = app
        self.widgets = widgets
        self.claims = claims
        self.consents = consents
    }
}

/// Installs or removes an app.
///
/// A name belongs to the first app that claims it. When its owner goes, the app that was granted it first becomes the
/// owner; where there is none, the name is free, unless data was kept behind it (a group, keychain group or container):
/// then it stays the removed app's, so that a stranger still needs the person's consent.
package enum AppOperation: Hashable, Sendable {
    /// Installs an app or replaces it by another version.
    ///
    /// Refused with code `claimed` if it claims what another app owns and the person did not consent, now or before.
    case install(Installation)
    /// Removes an app with its widgets, allowed hosts, consents and notifications.
    ///
    /// With `keepsData` its groups' shared defaults stay; without, those go that no other app uses. An app that is not
    /// there is refused with code `notFound`.
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
        try context.run(
            """
            INSERT INTO app (id, name, version, path, manifest, installed) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, path = excluded.path,
                manifest = excluded.manifest, installed = excluded.installed
            """,
            [
                app.id.rawValue, app.name, app.version, app.path, app.manifest.jsonText,
                app.installed.storedMilliseconds,
            ]
        )
        try ClaimTable.keep(installation.claims, consents: installation.consents, of: app, in: context)
        try ScreenOperation.keep(installation.widgets, of: app.id, in: context)
        return context.note(.app(app.id))
    }

    private static func uninstall(
        _ app: AppID,
        keepsData: Bool,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard try context.reader.app(app) != nil else {
            throw StoreError(.notFound, "\(app) is not installed.")
        }
        let hadWidgets = try !context.reader.screenWidgets(of: app).isEmpty
        let freed = try ClaimTable.release(allOf: app, keepsData: keepsData, in: context)
            .filter { $0.kind == .group }.map { GroupID($0.name) }
        for group in freed { _ = try DefaultsOperation.removeAll(group: group).apply(in: context) }
        // The app's consents, allowed hosts and widgets go with its row.
        try context.run("DELETE FROM app WHERE id = ?", [app.rawValue])
        if hadWidgets { _ = context.note(.screen) }
        try NotificationOperation.forget(app, in: context)
        _ = context.note(.app(app))
        return .removed(groups: freed)
    }
}
