import JSON
import TodayProtocol

extension BundleReader {
    /// What a widget is compared with.
    typealias App = (id: AppID?, version: String?, hosts: [String], entitlements: Entitlements)

    /// Reads every `PlugIns/*.appex`.
    func readWidgets(in folder: BundleFolder, app: App, _ problems: inout BundleProblems) -> [WidgetManifest] {
        let names = folder.folders(in: "PlugIns", suffix: ".appex")
        if names.count > limits.widgets {
            problems.add(
                file: "PlugIns",
                "It holds \(names.count) widgets; an app may have \(limits.widgets).",
                mend: "Leave some out."
            )
        }
        var widgets: [WidgetManifest] = []
        for name in names.prefix(limits.widgets) {
            let place = BundleFolder(path: "\(folder.path)/PlugIns/\(name)", prefix: "PlugIns/\(name)/")
            guard let widget = readWidget(in: place, app: app, &problems) else { continue }
            if let other = widgets.first(where: { $0.id.rawValue.lowercased() == widget.id.rawValue.lowercased() }) {
                problems.add(
                    file: place.reported("Info.plist"),
                    key: "CFBundleIdentifier",
                    "\(other.folder) has the identifier \(other.id) too.",
                    mend: "Give each widget its own."
                )
            }
            widgets.append(widget)
        }
        return widgets
    }

    private func readWidget(
        in folder: BundleFolder,
        app: App,
        _ problems: inout BundleProblems
    ) -> WidgetManifest? {
        guard let info = readTable("Info.plist", in: folder, required: true, &problems) else { return nil }
        let path = String(folder.prefix.dropLast())
        guard let extensionTable = readExtension(info, in: path, &problems) else { return nil }
        let entitlements = readEntitlements(in: folder, &problems)
        check(entitlements, against: app.entitlements, file: folder.reported("Entitlements.plist"), &problems)
        let id = readIdentifier(info, &problems)
        if let id, let appID = app.id, !id.rawValue.hasPrefix("\(appID.rawValue).") {
            info.report(
                "CFBundleIdentifier",
                "\(id) is not a child of the app's identifier \(appID).",
                mend: "Begin it with \"\(appID).\".",
                &problems
            )
        }
        let name = readName(info, in: folder, &problems)
        let version = readVersion(info, &problems) ?? app.version
        let executable = readExecutable(info, in: folder, &problems)
        let principalClass = extensionTable.string("NSExtensionPrincipalClass", &problems)
        let card = readCard(extensionTable, in: folder, &problems)
        let hosts = readHosts(info, &problems)
        for host in hosts where !app.hosts.contains(host) {
            info.report(
                "TodayAllowedHosts",
                "The app does not list \(host).",
                mend: "Add it to TodayAllowedHosts in the app's Info.plist too.",
                &problems
            )
        }
        if info.values["CFBundleURLTypes"] != nil {
            info.report(
                "CFBundleURLTypes",
                "A widget opens no links.",
                mend: "Move it to the app's Info.plist.",
                &problems
            )
        }
        guard let id, let name, let version, let executable else { return nil }
        return WidgetManifest(
            id: WidgetID(id.rawValue),
            folder: path,
            name: name,
            version: version,
            executable: executable,
            principalClass: principalClass,
            placeholderCard: card,
            allowedHosts: info.values["TodayAllowedHosts"] == nil ? app.hosts : hosts,
            entitlements: entitlements
        )
    }

    /// The `NSExtension` dictionary, if it is a widget's.
    private func readExtension(
        _ info: PropertyListTable,
        in path: String,
        _ problems: inout BundleProblems
    ) -> PropertyListTable? {
        let mend = "Write com.apple.widget-extension."
        guard info.values["NSExtension"] != nil else {
            info.report(
                "NSExtension",
                "It is missing.",
                mend: "Add a dictionary with NSExtensionPointIdentifier = com.apple.widget-extension.",
                &problems
            )
            return nil
        }
        let key = "NSExtensionPointIdentifier"
        guard let table = info.table("NSExtension", &problems),
            let identifier = table.requiredString(key, mend: mend, &problems)
        else { return nil }
        switch ExtensionPoint(identifier: identifier) {
        case .widget: return table
        case .some(let point):
            table.report(
                key,
                "It is a \(point.title). Today runs widgets and no other extensions.",
                mend: "Leave \(path) out of the bundle; the app and its widgets work without it.",
                &problems
            )
        case nil:
            table.report(key, "\"\(identifier)\" is no extension point that Today knows.", mend: mend, &problems)
        }
        return nil
    }

    /// The path of the card that is shown until the first answer.
    private func readCard(
        _ table: PropertyListTable,
        in folder: BundleFolder,
        _ problems: inout BundleProblems
    ) -> String? {
        let key = "NSExtensionMainStoryboard"
        guard let name = table.string(key, &problems) else { return nil }
        let file = name.hasSuffix(".json") ? name : "\(name).json"
        guard BundleNames.isInnerPath(file), folder.resolved(file) != nil else {
            table.report(
                key,
                "There is no card \(folder.reported(file)).",
                mend: "Put an Adaptive Card there, or leave the key out.",
                &problems
            )
            return nil
        }
        guard let bytes = folder.read(file, limit: limits.fileBytes, &problems) else { return nil }
        do {
            let card = try JSONValue(parsing: bytes)
            if card["type"]?.stringValue == "AdaptiveCard" { return file }
            problems.add(
                file: folder.reported(file),
                key: "type",
                "It is no Adaptive Card.",
                mend: "Its type must be \"AdaptiveCard\"."
            )
        } catch {
            problems.add(file: folder.reported(file), "It is not JSON: \(error).", mend: "Mend the syntax.")
        }
        return nil
    }
}
