import AdaptiveCards
import Foundation
import HostModel
import HostStorage
import JSON
import ProcessHost
import TodayProtocol
import TodayScreen

/// An installed app, with its manifest and the names that it may use.
struct HostedApp: Sendable {
    /// The manifest in force: the bundle's, without the rights that the person has revoked.
    var manifest: AppManifest
    var path: String
    /// `true` if the app was installed from a folder, as its author does, and not from an archive or by an upload.
    var isFromFolder = false
    /// The fingerprint of the key that its bundle is signed with; `nil` if it is not signed.
    var signer: String?
    var groups: [GroupID: String]
    var containers: Set<String> = []
    var keychainGroups: Set<String> = []
    /// The servers that the person allowed, without those that they have revoked since.
    var allowedHosts: [AllowedServer] = []
    var instances: [WidgetID] = []
    var revoked: Set<AppRightID> = []
    /// The manifest of the bundle, with everything that it asks for.
    var requested: AppManifest

    var revokedGroups: Set<GroupID> { Set(requested.entitlements.groups.filter { revoked.contains(.group($0)) }) }

    /// `true` if the app has an inbox in the cloud, which is kept while the person has revoked the right to it.
    var hasInbox: Bool { requested.entitlements.pushEnvironment != nil }

    var id: AppID { manifest.id }

    /// The address that its icon opens: its first scheme followed by `://`.
    var url: String? { manifest.urlSchemes.first.map { "\($0)://" } }

    var title: LocalizedText {
        LocalizedText(manifest.name.fallback, translations: manifest.name.translations)
    }

    var program: Program { Program(manifest, at: path, groups: groups) }

    func program(of instance: WidgetID) -> Program? {
        guard instances.contains(instance), let widget = manifest.widget(instance.bundle) else { return nil }
        return Program(instance, of: widget, in: manifest, at: path, groups: groups)
    }

    func program(of plugIn: ExtensionManifest, use: TapID) -> Program {
        let widget = plugIn.program
        var program = Program(WidgetID("\(widget.id):\(use)"), of: widget, in: manifest, at: path, groups: groups)
        program.title = .text(widget.name.fallback)
        return program
    }

    /// `true` if the app receives pushes and messages (`aps-environment`).
    var mayReceivePushes: Bool { manifest.entitlements.pushEnvironment != nil }

    /// `true` if the app is started in the background for a push (`remote-notification` among `UIBackgroundModes`).
    var wakesForPushes: Bool { mayReceivePushes && manifest.backgroundModes.contains("remote-notification") }

    /// `true` if the app is started in the background for changes of records, as for pushes.
    var wakesForRecords: Bool { !containers.isEmpty && manifest.backgroundModes.contains("remote-notification") }

    /// `true` if the app is started in the background when a new day begins (`fetch` among `UIBackgroundModes`).
    var refreshesInBackground: Bool { manifest.backgroundModes.contains("fetch") }

    /// Returns the rights of a widget instance, an extension use, or the app's own process; `nil` for an unknown one.
    func rights(of instance: WidgetID?) -> ProcessRights? {
        let widget = instance.flatMap { instance in manifest.plugIns.first { $0.id == instance.bundle } }
        let point = widget.flatMap { widget in manifest.extensions.first { $0.program.id == widget.id }?.point }
        guard (instance == nil) == (widget == nil) else { return nil }
        let entitlements = widget?.entitlements ?? manifest.entitlements
        return ProcessRights(
            kind: widget == nil ? .app : point.map(ProcessKind.init) ?? .widget,
            app: id,
            widget: instance,
            title: manifest.name.fallback,
            groups: entitlements.groups.filter { groups[$0] != nil },
            mayFetch: entitlements.networkClient,
            location: entitlements.location,
            maySeeSystemStatus: entitlements.systemStatus,
            mayReceivePushes: mayReceivePushes,
            refreshesInBackground: refreshesInBackground,
            declaredHosts: widget?.allowedHosts ?? manifest.allowedHosts,
            containers: entitlements.recordContainers.filter { containers.contains($0) },
            keychainGroups: entitlements.keychainGroups.filter { keychainGroups.contains($0) },
            widgets: manifest.widgets.map(\.id),
            revoked: revoked
        )
    }

    /// The instances of the widgets, in the order of the screen; `warn` is called for placeholders that cannot be read.
    func installedWidgets(warn: (String) -> Void) -> [InstalledWidget] {
        var placeholders: [WidgetID: Localized<WidgetContent>] = [:]
        for widget in manifest.widgets {
            placeholders[widget.id] = widget.placeholderCard.flatMap { placeholder($0, of: widget, warn: warn) }
        }
        return instances.compactMap { instance in
            guard let widget = manifest.widget(instance.bundle) else { return nil }
            return InstalledWidget(
                id: instance,
                app: id,
                title: widget.title(of: instance),
                appTitle: title,
                appURL: url,
                groups: Set(widget.entitlements.groups),
                placeholder: placeholders[widget.id],
                isConfigurable: widget.configurationCard != nil,
                families: widget.families,
                usesLocation: widget.entitlements.location != nil,
                isFromFolder: isFromFolder
            )
        }
    }

    /// Reads a placeholder, and its translations from the `lproj` folders of the widget.
    private func placeholder(
        _ file: String,
        of widget: WidgetManifest,
        warn: (String) -> Void
    ) -> Localized<WidgetContent>? {
        let folder = "\(path)/\(widget.folder)"
        guard let content = content(of: "\(folder)/\(file)", warn: warn) else { return nil }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var translations: [String: WidgetContent] = [:]
        for name in names where name.hasSuffix(".lproj") {
            let place = "\(folder)/\(name)/\(file)"
            guard FileManager.default.fileExists(atPath: place) else { continue }
            translations[String(name.dropLast(6)).replacing("_", with: "-")] = self.content(of: place, warn: warn)
        }
        return Localized(content, translations: translations)
    }

    /// Reads a file with a card, or with widget content as an update returns it.
    private func content(of place: String, warn: (String) -> Void) -> WidgetContent? {
        do {
            let json = try JSONValue(parsing: Data(contentsOf: URL(filePath: place)))
            let content: WidgetContent =
                json["compact"] == nil ? WidgetContent(compact: try Card(json: json)) : try json.decode()
            try WidgetService.check(content)
            return content
        } catch {
            warn("\(place): \(error)")
            return nil
        }
    }
}

extension WidgetManifest {
    func title(of instance: WidgetID) -> LocalizedText {
        guard let number = instance.instance, number > 1 else {
            return LocalizedText(name.fallback, translations: name.translations)
        }
        let translations = name.translations.mapValues { "\($0) \(number)" }
        return LocalizedText("\(name.fallback) \(number)", translations: translations)
    }
}

/// A process's identity and its own entitlements; a widget does not inherit those of its app.
struct ProcessRights: Hashable, Sendable {
    var kind: ProcessKind
    var app: AppID
    /// The instance of a widget, or the use of an extension; `nil` for an app's own process.
    var widget: WidgetID?
    var title: String
    /// The groups that its entitlements name and that it may use.
    var groups: [GroupID]
    var mayFetch: Bool
    /// The accuracy with which the process may know the location (`com.apple.security.personal-information.location`).
    var location: LocationAccuracy?
    /// `true` if the process may read the state of the computer (`org.today.system-status`).
    var maySeeSystemStatus = false
    /// `true` if the app receives pushes and messages (`aps-environment`).
    var mayReceivePushes: Bool
    /// `true` if the app may be started in the background at scheduled times (`fetch` among `UIBackgroundModes`).
    var refreshesInBackground = false
    var declaredHosts: [String]
    /// The containers of records that its entitlements name and that it may use.
    var containers: [String] = []
    /// The access groups of the keychain that its entitlements name and that it may use.
    var keychainGroups: [String] = []
    var widgets: [WidgetID]
    /// The rights of the app that the person has revoked; none of them is among the above.
    var revoked: Set<AppRightID> = []
    /// `true` if the process belongs to a bundle that is still being installed, and so never gets rights.
    var isCandidate = false

    var id: String { widget?.bundle.rawValue ?? app.rawValue }

    /// The origin of the process's changes; those of an extension count as its app's.
    var origin: ChangeOrigin { kind == .widget ? widget.map { .widget($0) } ?? .app(app) : .app(app) }
}

extension ProcessKind {
    init(_ point: ShareExtensionPoint) {
        self =
            switch point {
            case .share: .share
            case .action: .action
            }
    }
}

extension ProcessRights {
    /// Returns empty rights, for a process whose app was removed while it started, or is only being installed.
    static func none(of identity: ProcessIdentity) -> ProcessRights {
        var isCandidate = false
        if case .candidate = identity { isCandidate = true }
        return ProcessRights(
            kind: identity.widget == nil ? .app : .widget,
            app: identity.app,
            widget: identity.widget,
            title: identity.app.rawValue,
            groups: [],
            mayFetch: false,
            mayReceivePushes: false,
            declaredHosts: [],
            widgets: [],
            isCandidate: isCandidate
        )
    }
}
