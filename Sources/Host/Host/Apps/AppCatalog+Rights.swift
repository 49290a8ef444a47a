import HostModel
import HostStorage
import ProcessHost
import TodayProtocol
import TodayScreen

extension AppCatalog {
    /// A right, and whether the app has it now.
    private typealias Entry = (right: AppRight, isGranted: Bool)

    func rights(of app: AppID, language: String) async throws -> AppRightsDescription {
        let hosted = try registry.requireApp(app)
        return AppRightsDescription(
            app: app,
            title: hosted.title.text(in: language),
            version: hosted.manifest.version,
            signer: hosted.signer,
            rights: try await entries(of: hosted).map { entry in
                AppRightsDescription.Right(
                    identifier: entry.right.id.rawValue,
                    sentence: entry.right.sentence(in: language),
                    purpose: entry.right.purpose?.text(in: language),
                    isGranted: entry.isGranted,
                    isRevocable: entry.right.id != .program
                )
            },
            unsupported: hosted.requested.unsupportedSentences,
            limits: limitSentences(stored: try await store.durable.read { try $0.storedBytes(of: app) })
        )
    }

    private func limitSentences(stored: Int) -> [LocalizableText] {
        let budget = ProcessBudget()
        let (widget, app) = (budget.widgetMemory >> 20, budget.appMemory >> 20)
        // Rounded up, so that a small amount does not read as 0 MiB.
        let (most, has) = (store.durable.appBytes >> 20, (stored + (1 << 20) - 1) >> 20)
        return [
            .memoryLimits(widget, app: app),
            .databaseSpace(most, used: has),
            gateway.enforcement.enforcementSentence,
        ]
    }

    /// Revokes or restores a right of an app; the change is in force for running processes when this returns.
    ///
    /// If the right is to a group, the app's processes are ended, since its folder is part of their sandbox.
    func setRight(_ identifier: String, _ isGranted: Bool, of app: AppID) async throws {
        let hosted = try registry.requireApp(app)
        let entries = try await entries(of: hosted)
        guard let id = AppRightID(rawValue: identifier), entries.contains(where: { $0.right.id == id }) else {
            let known = entries.map(\.right.id.rawValue).joined(separator: ", ")
            throw HostError(
                .notFound,
                "\(hosted.manifest.name.fallback) has no right “\(identifier.prefix(100))”. It has: \(known)."
            )
        }
        switch id {
        case .program:
            throw HostError(.invalid, .cannotRevokeAlone("today uninstall \(app)"))
        case .widget(let widget):
            let changes: [ScreenOperation] =
                isGranted ? [.add(widget)] : hosted.instances.filter { $0.bundle == widget }.map { .remove($0) }
            try await store.durable.commit(StoreTransaction(changes.map { .screen($0) }, origin: .person))
        case .notifications: try await setNotifications(isGranted, of: app)
        default:
            try await store.durable.commit(
                .right(isGranted ? .restore(identifier, app: app) : .revoke(identifier, app: app)),
                origin: .person
            )
        }
        try await refresh()
        if case .group = id { await gateway.end(app, widgets: hosted.instances) }
        showChangedRights(of: app)
    }

    func question(_ host: AllowedServer, for app: AppID, language: String) throws(HostError) -> ServerQuestion {
        let hosted = try registry.requireApp(app)
        return ServerQuestion(
            app: app,
            title: hosted.title.text(in: language),
            host: host.description,
            isAllowed: hosted.allowedHosts.contains(host)
        )
    }

    /// Allows an app to fetch from a server, or disallows it; the change is in force when this returns.
    func setAllowedHost(_ host: AllowedServer, _ isAllowed: Bool, of app: AppID) async throws {
        let isDeclared = registry.app(app)?.requested.allowedHosts.contains(host.description) ?? false
        if !isAllowed {
            let allowed = try await store.durable.read { try $0.allowedHosts(of: app) }
            try AllowedServerMessage.check(host, of: app, isDeclared: isDeclared, among: allowed)
        }
        var operations: [StoreOperation] = [
            .allowedHost(isAllowed ? .allow(host, app: app) : .disallow(host, app: app))
        ]
        // The server may be among the revoked rights, from which it disappears either way.
        if isAllowed || !isDeclared {
            operations.append(.right(.restore(AppRightID.host(host.description).rawValue, app: app)))
        }
        try await store.durable.commit(StoreTransaction(operations, origin: .person))
        try await refresh()
        showChangedRights(of: app)
    }

    /// Redraws the app's widgets and pages, which may now do more or less than before.
    private func showChangedRights(of app: AppID) {
        screen.reload(registry.app(app)?.instances ?? [], isUrgent: true)
        screen.sceneChanged(of: app)
    }

    /// Returns the rights of the bundle, the servers that the person allowed, and notifications if the app has asked.
    private func entries(of app: HostedApp) async throws -> [Entry] {
        let (places, hosts, revoked, settings) = try await store.durable.read { reader in
            (
                try reader.screenWidgets(of: app.id), try reader.allowedHosts(of: app.id),
                try reader.revokedRights(of: app.id), try reader.notificationSettings(of: app.id)
            )
        }
        var entries: [Entry] = app.requested.rights.map { right in
            guard case .widget(let widget) = right.id else { return (right, !revoked.contains(right.id.rawValue)) }
            return (right, places.contains { $0.widget.bundle == widget && $0.isShown })
        }
        for host in hosts.map(\.description) where !entries.contains(where: { $0.right.id == .host(host) }) {
            let right = AppRight(.host(host), .fetchFromAllowedHost(host))
            entries.append((right, !revoked.contains(right.id.rawValue)))
        }
        if settings.authorization != .notDetermined || !settings.wanted.isEmpty {
            entries.append(
                (AppRight(.notifications, .sendNotifications), settings.authorization == .authorized)
            )
        }
        return entries
    }

    private func setNotifications(_ isGranted: Bool, of app: AppID) async throws {
        var settings = try await store.durable.read { try $0.notificationSettings(of: app) }
        var operations: [StoreOperation] = []
        if isGranted {
            if settings.allowed.isEmpty { settings.allowed = settings.wanted }
            operations.append(.authorization(.decide(app, .authorized, allowed: settings.allowed)))
        } else {
            operations.append(.authorization(.decide(app, .denied, allowed: settings.allowed)))
            operations.append(.notification(.removeDelivered(app, identifiers: nil)))
        }
        try await store.durable.commit(StoreTransaction(operations, origin: .person))
    }
}

/// Errors about a server that cannot be disallowed because the person has not allowed it.
enum AllowedServerMessage {
    static func check(
        _ host: AllowedServer,
        of app: AppID,
        isDeclared: Bool = false,
        among allowed: [AllowedServer]
    ) throws(HostError) {
        guard !allowed.contains(host) else { return }
        if isDeclared {
            throw HostError(
                .notFound,
                .text(
                    "You have not allowed \(app) to fetch from \(host), but its bundle asks for it; revoke that with "
                        + "“today settings \(app) --revoke host:\(host)”."
                )
            )
        }
        let names = allowed.map(\.description).joined(separator: ", ")
        throw HostError(
            .notFound,
            .text(
                "You have not allowed \(app) to fetch from \(host). "
                    + (names.isEmpty ? "You have allowed it no host." : "You have allowed it: \(names).")
            )
        )
    }
}

/// The message about a right that the person has revoked, which names the app by its identifier alone: that is the
/// same in every language, and needs no quotation marks in the command.
enum RevokedRightMessage {
    static func text(_ right: AppRightID, of app: AppID) -> LocalizableText {
        .rightRevoked(right.rawValue, command: "today settings \(app) --restore \(right)")
    }
}
